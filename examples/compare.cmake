# cmake -D program= -D arguments= -D expected= -P compare.cmake
# The program must end well and print the text of the file `expected`.
execute_process(COMMAND ${program} ${arguments} RESULT_VARIABLE failed OUTPUT_VARIABLE actual ERROR_VARIABLE complaint)
if(failed)
    message(FATAL_ERROR "ended with ${failed}\n${actual}${complaint}")
endif()
file(READ ${expected} text)
string(REPLACE "\r\n" "\n" actual "${actual}")
if(NOT actual STREQUAL text)
    message(FATAL_ERROR "printed other than ${expected}:\n${actual}")
endif()
