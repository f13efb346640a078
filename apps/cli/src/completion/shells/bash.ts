import type { CompletingShell } from '../shell.ts';

/** Without candidates, bash completes files. It inserts what it is given as it is, so names are quoted here. */
export const bash: CompletingShell = {
  script: `# bash completion of kubemin. Load it with: source <(kubemin completion bash)
_kubemin() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    printf -v line '%q' "$line"
    COMPREPLY+=("$line")
  done < <(kubemin completion bash --candidates -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o bashdefault -o default -F _kubemin kubemin
`,
  format: ({ text }) => text,
};
