import { Code } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { cliCommand } from '../../platform/index.ts';

/** The command that does the same, to copy. */
export function CliLine({ words }: { readonly words: readonly string[] }) {
  const { t } = useLanguage();
  return (
    <div className="stack">
      <span className="small secondary">{t(appMessages.asCommand)}</span>
      <Code text={cliCommand(...words)} wrapped />
    </div>
  );
}
