import { DEBUG_IMAGE, type PlatformClient, PlatformError } from '@kubemin/client';
import { useState } from 'react';
import { Button, Code, Confirm, Field, Input, useErrorText } from '../kit/index.ts';
import { useLanguage } from '../language/index.ts';
import { terminalMessages } from '../messages/index.ts';
import { cliCommand, usePlatform } from '../platform/index.ts';

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
  const start = async (): Promise<void> => {
    try {
      const added = await client.debugPod(appId, pod, request);
      await awaitRunning(client, { appId, pod, container: added.container });
      onRunning(added.container);
    } catch (error) {
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
        onClose={() => setOpen(false)}
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

const POLL_MS = 500;
const STARTING = ['', 'ContainerCreating', 'PodInitializing'];

interface DebugPlace {
  readonly appId: string;
  readonly pod: string;
  readonly container: string;
}

/** Rejects with what Kubernetes states about a container that does not start, such as an image that is not there. */
async function awaitRunning(client: PlatformClient, { appId, pod, container }: DebugPlace): Promise<void> {
  for (;;) {
    const { pods } = await client.applicationPods(appId);
    const found = pods.find(({ name }) => name === pod)?.containers.find(({ name }) => name === container);
    if (found?.state === 'running') return;
    if (found?.state === 'terminated' || !STARTING.includes(found?.reason ?? ''))
      throw new Error(found?.message ?? found?.reason);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
