x_of_record:
        mov     rax, QWORD PTR [rdi+8]
        pxor    xmm0, xmm0
        cmp     rax, rsi
        jb      .L0
        sub     rax, rsi
        cmp     rax, 11
        jbe     .L0
        add     rsi, QWORD PTR [rdi]
        je      .L0
        movss   xmm0, DWORD PTR [rsi]
.L0:
        ret
x_of_last:
        mov     edx, edx
        pxor    xmm0, xmm0
        test    rdx, rdx
        je      .L1
        mov     rax, QWORD PTR [rdi+8]
        cmp     rax, rsi
        jb      .L1
        lea     rdx, [rdx+rdx*2]
        sub     rax, rsi
        sal     rdx, 2
        cmp     rax, rdx
        jb      .L1
        add     rsi, QWORD PTR [rdi]
        movss   xmm0, DWORD PTR [rsi-12+rdx]
.L1:
        ret
x_of_next:
        mov     rax, QWORD PTR [rdi+24]
        mov     rdx, QWORD PTR [rdi+32]
        sub     rdx, rax
        cmp     rdx, 11
        jbe     .L2
        lea     rdx, [rax+12]
        mov     QWORD PTR [rdi+24], rdx
        add     rax, QWORD PTR [rdi]
        je      .L3
        movss   xmm0, DWORD PTR [rax]
        ret
.L2:
        cmp     BYTE PTR [rdi+80], 0
        jne     .L3
        mov     rcx, QWORD PTR [rdi+16]
        pxor    xmm0, xmm0
        mov     QWORD PTR [rdi+96], rdx
        movups  XMMWORD PTR [rdi+72], xmm0
        add     rcx, rax
        movups  XMMWORD PTR [rdi+104], xmm0
        mov     QWORD PTR [rdi+40], OFFSET FLAT:.L4
        mov     QWORD PTR [rdi+48], rcx
        mov     QWORD PTR [rdi+72], OFFSET FLAT:.L5
        mov     BYTE PTR [rdi+80], 1
        mov     QWORD PTR [rdi+88], 12
        mov     QWORD PTR [rdi+104], OFFSET FLAT:.L5
        mov     QWORD PTR [rdi+32], rax
        movups  XMMWORD PTR [rdi+56], xmm0
.L3:
        pxor    xmm0, xmm0
        ret
