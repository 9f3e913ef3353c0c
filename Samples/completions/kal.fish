# Completion of kal for fish; kal itself tells what fits.
#
# A package puts it to /usr/share/fish/vendor_completions.d/kal.fish. By hand: ~/.config/fish/completions/kal.fish

function __kal_complete
    set -l words (commandline -opc)
    set -l line (commandline -cp)
    $words[1] --complete fish -- "$line" 2>/dev/null
end

complete -c kal -f -k -a '(__kal_complete)'
