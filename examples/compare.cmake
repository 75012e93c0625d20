# cmake -D program= -D arguments= -D expected= -P compare.cmake
# The program must exit with 0 and print the text of the file `expected` below its first line, the command.
execute_process(COMMAND ${program} ${arguments} RESULT_VARIABLE failed OUTPUT_VARIABLE actual ERROR_VARIABLE complaint)
if(failed)
    message(FATAL_ERROR "exited with ${failed}\n${actual}${complaint}")
endif()
file(READ ${expected} text)
string(FIND "${text}" "\n" end_of_command)
math(EXPR begin "${end_of_command} + 1")
string(SUBSTRING "${text}" ${begin} -1 text)
string(REPLACE "\r\n" "\n" actual "${actual}")
if(NOT actual STREQUAL text)
    message(FATAL_ERROR "expected the text of ${expected}, found:\n${actual}")
endif()
