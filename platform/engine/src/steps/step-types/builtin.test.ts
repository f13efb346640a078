import { builtinStepDeclarations } from '@kubemin/model';
import { expect, test } from 'vitest';
import { builtinStepTypes } from './builtin.ts';

test('the engine runs every step type that the model declares, as declared', () => {
  const declared = builtinStepTypes.map(({ name, declaration, wording }) => ({ name, declaration, wording }));
  expect(declared.map(({ name }) => name)).toEqual(builtinStepDeclarations.map(({ name }) => name));
  for (const [index, { declaration, wording }] of declared.entries()) {
    expect(declaration).toBe(builtinStepDeclarations[index]?.declaration);
    expect(wording).toBe(builtinStepDeclarations[index]?.wording);
  }
});
