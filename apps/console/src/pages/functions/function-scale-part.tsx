import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, ErrorPanel, Field, Panel, Segments, Stepper } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { functionsMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { type FunctionPartProps, useStored } from './function-part.ts';
import { WaterLevel } from './water-level.tsx';

/** What functions have that state no bounds. */
const DEFAULT_MAX = 10;

/** How many instances the function may have, and what its policy sees. */
export function FunctionScalePart({ detail, place }: FunctionPartProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const stored = useStored();
  const { scaling, name } = detail;
  const [min, setMin] = useState(scaling.min ?? 0);
  const [max, setMax] = useState(scaling.max ?? DEFAULT_MAX);
  const [policy, setPolicy] = useState(scaling.policy);
  const save = useMutation({
    mutationFn: () => client.scaleFunction(place.cluster, place.namespace, name, { min, max, policy }),
    onSuccess: () => stored(t(functionsMessages.saved)),
  });
  return (
    <>
      <Panel
        title={t(functionsMessages.scale)}
        padded
        actions={
          <Button kind="primary" busy={save.isPending} onClick={() => save.mutate()}>
            {t(functionsMessages.save)}
          </Button>
        }
      >
        <div className="wrap">
          <Field label={t(functionsMessages.minimum)}>
            <Stepper label={t(functionsMessages.minimum)} value={min} maximum={max} onChange={setMin} />
          </Field>
          <Field label={t(functionsMessages.maximum)}>
            <Stepper label={t(functionsMessages.maximum)} value={max} minimum={Math.max(1, min)} onChange={setMax} />
          </Field>
          <Segments
            label={t(functionsMessages.policy)}
            value={policy}
            options={[
              { value: 'waterLevel', text: t(functionsMessages.waterLevel) },
              { value: 'concurrency', text: t(functionsMessages.concurrency) },
            ]}
            onChange={setPolicy}
          />
        </div>
        {save.isError && <ErrorPanel error={save.error} onRetry={() => save.mutate()} />}
      </Panel>
      {scaling.policy === 'waterLevel' && (
        <Panel title={t(functionsMessages.waterLevel)} padded>
          <WaterLevel scaling={scaling} />
        </Panel>
      )}
    </>
  );
}
