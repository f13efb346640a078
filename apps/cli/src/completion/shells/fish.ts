import type { CompletingShell } from '../shell.ts';

/** Descriptions stand behind a tab. */
export const fish: CompletingShell = {
  script: `# fish completion of kubemin. Load it with: kubemin completion fish | source
function __kubemin_candidates
    set -l found (kubemin completion fish --candidates -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
    if test (count $found) -eq 0
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $found
    end
end
complete -c kubemin -f -a '(__kubemin_candidates)'
`,
  format: ({ text, about }) => (about === '' ? text : `${text}\t${about}`),
};
