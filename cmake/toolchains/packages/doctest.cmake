function(doctest_discover_tests) # tests/platforms runs the program as a whole
endfunction()
