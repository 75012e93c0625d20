sum_of_span:
        lea     rax, [rsi+rsi*2]
        pxor    xmm1, xmm1
        lea     rax, [rdi+rax*4]
        cmp     rdi, rax
        je      .L0
.L1:
        movss   xmm0, DWORD PTR [rdi+4]
        addss   xmm0, DWORD PTR [rdi]
        add     rdi, 12
        addss   xmm0, DWORD PTR [rdi-4]
        addss   xmm1, xmm0
        cmp     rax, rdi
        jne     .L1
.L0:
        movaps  xmm0, xmm1
        ret
sum_of_array:
        lea     rax, [rsi+rsi*2]
        pxor    xmm1, xmm1
        lea     rax, [rdi+rax*4]
        cmp     rax, rdi
        je      .L2
.L3:
        movss   xmm0, DWORD PTR [rdi+4]
        addss   xmm0, DWORD PTR [rdi]
        add     rdi, 12
        addss   xmm0, DWORD PTR [rdi-4]
        addss   xmm1, xmm0
        cmp     rax, rdi
        jne     .L3
.L2:
        movaps  xmm0, xmm1
        ret
sum_of_strided:
        mov     rcx, QWORD PTR [rdi+8]
        mov     rax, QWORD PTR [rdi]
        mov     rsi, QWORD PTR [rdi+16]
        test    rcx, rcx
        je      .L4
        xor     edx, edx
        pxor    xmm1, xmm1
.L5:
        movss   xmm0, DWORD PTR [rax+4]
        addss   xmm0, DWORD PTR [rax]
        add     rdx, 1
        addss   xmm0, DWORD PTR [rax+8]
        add     rax, rsi
        addss   xmm1, xmm0
        cmp     rdx, rcx
        jne     .L5
        movaps  xmm0, xmm1
        ret
.L4:
        pxor    xmm1, xmm1
        movaps  xmm0, xmm1
        ret
