import { Copy } from 'lucide-react';
import { useLanguage } from '../language/index.ts';
import { kitMessages } from '../messages/index.ts';
import { Button } from './button.tsx';
import { useErrorText } from './feedback.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { useToast } from './toast.tsx';

/** The commands that do the same in a terminal, to copy. */
export function CommandMenu({ commands }: { readonly commands: readonly string[] }) {
  const { t } = useLanguage();
  const toast = useToast();
  const errorText = useErrorText();
  const copy = async (command: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(command);
      toast({ text: t(kitMessages.copiedCli({ command })) });
    } catch (error) {
      toast({ text: errorText(error), isError: true });
    }
  };
  return (
    <Menu
      label={t(kitMessages.copyCli)}
      trigger={
        <Button className="wide-only" icon={<Copy size={14} aria-hidden />}>
          {t(kitMessages.copyCli)}
        </Button>
      }
    >
      {commands.map((command) => (
        <MenuItem key={command} onSelect={() => void copy(command)}>
          <code>{command}</code>
        </MenuItem>
      ))}
    </Menu>
  );
}
