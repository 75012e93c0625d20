# every_header(NAME FOLDER PATTERN): makes every_NAME.hpp, which includes the headers PATTERN below FOLDER.
function(every_header name folder pattern)
    file(GLOB found CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/${pattern})
    list(TRANSFORM found REPLACE "(.+)" "#include <\\1>" OUTPUT_VARIABLE includes)
    list(JOIN includes "\n" includes)
    file(CONFIGURE OUTPUT every_${name}.hpp CONTENT "#pragma once\n\n@includes@\n" @ONLY)
endfunction()
