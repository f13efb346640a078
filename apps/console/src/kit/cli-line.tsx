import { useLanguage } from '../language/index.ts';
import { kitMessages } from '../messages/index.ts';
import { cliCommand } from './cli-command.ts';
import { Code } from './code.tsx';

/** The command that does the same in a terminal, to copy. */
export function CliLine({ words }: { readonly words: readonly string[] }) {
  const { t } = useLanguage();
  return (
    <div className="stack">
      <span className="small secondary">{t(kitMessages.asCommand)}</span>
      <Code text={cliCommand(...words)} wrapped />
    </div>
  );
}
