_ZN6effigy2v04trapEPKc:
        mov     rax, QWORD PTR _ZN6effigy2v04impl9on_misuseE[rip]
        xor     ecx, ecx
        mov     QWORD PTR _ZN6effigy2v04impl9on_misuseE[rip], rcx
        test    rax, rax
        je      .L0
        push    rdx
        call    rax
        ud2
.L0:
        ud2
x_of_span:
        lea     rax, [rdx+rdx*2]
        movss   xmm0, DWORD PTR [rdi+rax*4]
        ret
x_of_strided:
        cmp     rsi, QWORD PTR [rdi+8]
        jnb     .L1
        imul    rsi, QWORD PTR [rdi+16]
        add     rsi, QWORD PTR [rdi]
        movss   xmm0, DWORD PTR [rsi]
        ret
x_of_strided.cold:
.L1:
        push    rax
        mov     edi, OFFSET FLAT:.L2
        call    _ZN6effigy2v04trapEPKc
x_if_any:
        mov     edx, edx
        pxor    xmm0, xmm0
        cmp     rdx, rsi
        jnb     .L3
        lea     rax, [rdx+rdx*2]
        lea     rax, [rdi+rax*4]
        test    rax, rax
        je      .L3
        movss   xmm0, DWORD PTR [rax]
.L3:
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
_ZN6effigy2v04impl9on_misuseE:
