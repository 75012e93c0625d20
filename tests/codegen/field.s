x_of_span:
        lea     rax, [rdx+rdx*2]
        movss   xmm0, DWORD PTR [rdi+rax*4]
        ret
x_of_strided:
        cmp     rsi, QWORD PTR [rdi+8]
        jnb     .L0
        imul    rsi, QWORD PTR [rdi+16]
        add     rsi, QWORD PTR [rdi]
        movss   xmm0, DWORD PTR [rsi]
        ret
x_of_strided.cold:
.L0:
        ud2
x_if_any:
        mov     edx, edx
        pxor    xmm0, xmm0
        cmp     rdx, rsi
        jnb     .L1
        lea     rax, [rdx+rdx*2]
        lea     rax, [rdi+rax*4]
        test    rax, rax
        je      .L1
        movss   xmm0, DWORD PTR [rax]
.L1:
        ret
big_endian_number:
        mov     eax, DWORD PTR [rdi]
        bswap   eax
        ret
big_endian_x:
        lea     rax, [rdx+rdx*2]
        mov     eax, DWORD PTR [rdi+rax*4]
        bswap   eax
        movd    xmm0, eax
        ret
