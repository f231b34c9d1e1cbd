# Runs program.sh once for each line of tests.txt, and reports in the Test Anything Protocol.
while IFS= read -r line; do
    name=${line%%: *} rest=${line#*: }
    expected=${rest##* => } typed=${rest% => *}
    given=$(printf '%s\n' "$typed" | sh program.sh)
    if [ "$given" = "$expected" ]; then echo "ok - $name"; else echo "not ok - $name # expected $expected, got $given"; fi
done <tests.txt
