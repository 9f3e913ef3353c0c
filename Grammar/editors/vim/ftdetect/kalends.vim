autocmd BufRead,BufNewFile *.kal setfiletype kalends
