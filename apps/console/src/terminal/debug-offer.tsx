import { awaitDebugContainer, DEBUG_IMAGE, PlatformError } from '@kubemin/client';
import { useEffect, useRef, useState } from 'react';
import { Button, Code, Confirm, cliCommand, Field, Input, useErrorText } from '../kit/index.ts';
import { useLanguage } from '../language/index.ts';
import { terminalMessages } from '../messages/index.ts';
import { usePlatform } from '../platform/index.ts';

interface DebugOfferProps {
  readonly appId: string;
  readonly pod: string;
  /** Whose processes are of interest. */
  readonly container: string | undefined;
  /** Called with the name of the container once a shell can be opened there. */
  readonly onRunning: (container: string) => void;
}

/** Offers a container with a shell beside one that has none. */
export function DebugOffer({ appId, pod, container, onRunning }: DebugOfferProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const errorText = useErrorText();
  const [isOpen, setOpen] = useState(false);
  const [image, setImage] = useState<string>(DEBUG_IMAGE);
  /** Why the cluster has none, once it was asked. */
  const [refusal, setRefusal] = useState<string>();
  const named = image.trim();
  const request = { image: named, ...(container !== undefined && { container }) };
  const waiting = useRef<AbortController>(null);
  // The terminal may be closed meanwhile.
  useEffect(() => () => waiting.current?.abort(), []);
  const start = async (): Promise<void> => {
    const ending = new AbortController();
    waiting.current = ending;
    const { signal } = ending;
    try {
      const added = await client.debugPod(appId, pod, request, { signal });
      await awaitDebugContainer(client, { appId, ...added }, { signal });
      signal.throwIfAborted();
      onRunning(added.container);
    } catch (error) {
      if (signal.aborted) return;
      if (isRefused(error)) setRefusal(errorText(error));
      throw error;
    }
  };
  const words = ['debug', `pod/${pod}`, '--image', named, ...(container === undefined ? [] : ['-c', container])];
  return (
    <>
      <Button size="small" kind="accent" disabledReason={refusal} onClick={() => setOpen(true)}>
        {t(terminalMessages.debugMore)}
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => {
          waiting.current?.abort();
          setOpen(false);
        }}
        title={t(terminalMessages.debugTitle)}
        action={t(terminalMessages.debug)}
        disabledReason={refusal ?? (named === '' ? t(terminalMessages.imageMissing) : undefined)}
        onConfirm={start}
      >
        <p className="secondary">{t(terminalMessages.debugHelp({ pod }))}</p>
        <Field label={t(terminalMessages.image)} help={t(terminalMessages.imageHelp)}>
          <Input value={image} spellCheck={false} onChange={({ target }) => setImage(target.value)} />
        </Field>
        <Code text={cliCommand(...words)} wrapped />
      </Confirm>
    </>
  );
}

/** Whether no image would help: the cluster has no such containers, or does not allow them. */
function isRefused(error: unknown): boolean {
  return error instanceof PlatformError && ['DEBUG_UNSUPPORTED', 'CLUSTER_FORBIDS', 'FORBIDDEN'].includes(error.code);
}
