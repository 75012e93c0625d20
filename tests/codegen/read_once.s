choose:
        mov     edx, DWORD PTR [rdi]
        mov     eax, edx
        cmp     edx, 4
        ja      .L0
        mov     edx, edx
        jmp     [QWORD PTR .L1[0+rdx*8]]
.L1:
.L2:
        mov     eax, DWORD PTR [rsi+12]
        sub     eax, 9
.L0:
        ret
.L3:
        mov     eax, DWORD PTR [rsi+16]
        xor     eax, 7
        ret
.L4:
        mov     eax, DWORD PTR [rsi]
        ret
.L5:
        mov     eax, DWORD PTR [rsi+8]
        lea     eax, [rax+rax*2]
        ret
.L6:
        mov     eax, DWORD PTR [rsi+4]
        add     eax, 5
        ret
look_up:
        mov     eax, DWORD PTR [rdi]
        mov     eax, eax
        xor     ecx, ecx
        cmp     rax, rdx
        jnb     .L7
        lea     rax, [rsi+rax*4]
        test    rax, rax
        je      .L7
        mov     ecx, DWORD PTR [rax]
.L7:
        mov     eax, ecx
        ret
