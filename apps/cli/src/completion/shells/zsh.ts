import type { CompletingShell } from '../shell.ts';

/** Descriptions stand behind a colon, so names have theirs, and what escapes them, escaped. */
export const zsh: CompletingShell = {
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
