import type { CompletingShell } from '../shell.ts';

/** Descriptions stand behind a tab. PowerShell inserts what it is given as it is, so names are quoted here. */
export const powershell: CompletingShell = {
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
