import type { Candidate } from './complete.ts';

/** Without candidates, bash completes files. It inserts what it is given as it is, so names are quoted here. */
const bash: CompletingShell = {
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

/** Descriptions stand behind a tab. */
const fish: CompletingShell = {
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

/** Descriptions stand behind a tab. PowerShell inserts what it is given as it is, so names are quoted here. */
const powershell: CompletingShell = {
  script: `# PowerShell completion of kubemin. Load it with: kubemin completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName kubemin -ScriptBlock {
    param($word, $ast, $position)
    $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    if ($word -eq '') { $words += '""' }
    kubemin completion powershell --candidates -- @words 2>$null | ForEach-Object {
        $text, $about = $_ -split "\`t", 2
        if (-not $about) { $about = $text }
        $typed = if ($text -match '[^A-Za-z0-9_=./:-]') { "'" + $text.Replace("'", "''") + "'" } else { $text }
        [System.Management.Automation.CompletionResult]::new($typed, $text, 'ParameterValue', $about)
    }
}
`,
  format: ({ text, about }) => (about === '' ? text : `${text}\t${about}`),
};

/** Descriptions stand behind a colon, so names have theirs, and what escapes them, escaped. */
const zsh: CompletingShell = {
  script: `#compdef kubemin
# zsh completion of kubemin. Load it with: source <(kubemin completion zsh)
_kubemin() {
  local -a found
  found=("\${(@f)$(kubemin completion zsh --candidates -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -z "\${found[*]}" ]]; then
    _files
  else
    _describe 'kubemin' found
  fi
}
if [[ "\${funcstack[1]}" == "_kubemin" ]]; then _kubemin "$@"; else compdef _kubemin kubemin; fi
`,
  format: ({ text, about }) => {
    const name = text.replaceAll(/[\\:]/g, '\\$&');
    return about === '' ? name : `${name}:${about}`;
  },
};

/** The shells there are scripts for. */
export const SHELLS = { bash, zsh, fish, powershell } as const satisfies Readonly<Record<string, CompletingShell>>;
export type ShellName = keyof typeof SHELLS;

/** A shell that completes. */
interface CompletingShell {
  /** What the user's start-up file reads. It asks the command itself for candidates. */
  readonly script: string;
  /** Candidates, one per line, as the script reads them. */
  format(candidate: Candidate): string;
}
