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
        mov     rax, QWORD PTR [rdi+48]
        mov     rdx, QWORD PTR [rdi+56]
        sub     rdx, rax
        cmp     rdx, 11
        jbe     .L2
        lea     rdx, [rax+12]
        mov     QWORD PTR [rdi+48], rdx
        add     rax, QWORD PTR [rdi+24]
        je      .L3
        movss   xmm0, DWORD PTR [rax]
        ret
.L2:
        cmp     BYTE PTR [rdi+104], 0
        jne     .L3
        mov     rcx, QWORD PTR [rdi+40]
        pxor    xmm0, xmm0
        mov     QWORD PTR [rdi+120], rdx
        movups  XMMWORD PTR [rdi+96], xmm0
        add     rcx, rax
        mov     BYTE PTR [rdi+104], 1
        mov     QWORD PTR [rdi+64], OFFSET FLAT:.L4
        mov     QWORD PTR [rdi+72], rcx
        mov     QWORD PTR [rdi+96], OFFSET FLAT:.L5
        mov     QWORD PTR [rdi+112], 12
        mov     QWORD PTR [rdi+128], OFFSET FLAT:.L5
        mov     QWORD PTR [rdi+56], rax
        movups  XMMWORD PTR [rdi+80], xmm0
.L3:
        pxor    xmm0, xmm0
        ret
