import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  builtinRegistry,
  builtinStepDeclarations,
  createModel,
  extendRegistry,
  formatPath,
  readYamlDocuments,
  stepTypeDeclarations,
} from '@kubemin/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addComponent,
  addStep,
  addTrait,
  change,
  DraftStore,
  discard,
  documentChanges,
  draftChanges,
  duplicateComponent,
  type EditorState,
  fillMasks,
  findLostSecrets,
  findMasks,
  followStored,
  hasChanges,
  hideSecrets,
  type JsonObject,
  mergeDocuments,
  moveComponent,
  moveStep,
  type Operation,
  openDraft,
  parsePath,
  readLanes,
  readReferences,
  readSteps,
  rebase,
  redo,
  removeComponent,
  removeReference,
  removeStep,
  removeTrait,
  removeValue,
  renameComponent,
  renameStep,
  restoreSecrets,
  setStepMode,
  setValue,
  takeDocument,
  undo,
  useSource,
} from './index.ts';

const model = createModel(extendRegistry(builtinRegistry, stepTypeDeclarations(builtinStepDeclarations)));

const shop = {
  name: 'shop',
  'x-owner': { team: 'retail' },
  component: [
    { name: 'settings', type: 'config', properties: { conf: { LOG: 'info' } } },
    { name: 'login', type: 'secret', properties: { secret: { password: '********' } } },
    {
      name: 'db',
      type: 'store',
      image: 'mysql:8',
      dependsOn: ['settings'],
      traits: { envs: [{ name: 'P', valueFrom: { secret: { name: 'login', key: 'password' } } }] },
    },
    {
      name: 'api',
      type: 'webservice',
      image: 'api:1',
      dependsOn: ['db', 'login'],
      traits: { envFrom: [{ type: 'config', sourceName: 'settings' }], 'x-mesh': { on: true } },
    },
  ],
  workflow: [
    { name: 'base', mode: 'DAG', components: ['settings', 'login'] },
    { name: 'data', mode: 'StepByStep', components: ['db'], 'x-note': 'kept' },
    { name: 'services', mode: 'DAG', components: ['api'], if: 'steps.data.status == "succeeded"' },
  ],
};

const laneNames = (document: JsonObject): readonly (readonly string[])[] =>
  readLanes(document).map(({ components }) => components);

function examples(directory: string): readonly { readonly file: string; readonly document: JsonObject }[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const file = join(directory, entry.name);
    if (entry.isDirectory()) return entry.name === 'demo' ? [] : examples(file);
    if (!/\.(ya?ml|json)$/.test(entry.name)) return [];
    return (readYamlDocuments(readFileSync(file, 'utf8')) ?? []).map((document) => ({
      file: entry.name,
      document: JSON.parse(JSON.stringify(document)),
    }));
  });
}

test('an example that is opened, kept by the browser and read back untouched is the same document', () => {
  const all = examples(join(import.meta.dirname, '../../../../examples'));
  expect(all.length).toBeGreaterThan(20);
  const store = openStore();
  for (const { file, document } of all) {
    const taken = takeDocument(document, model);
    // One in another spelling is rewritten: then what the platform reads is the same.
    if (taken.renamed.length === 0) expect({ file, document: taken.document }).toEqual({ file, document });
    store.replace(file, openDraft({ document: taken.document }));
    const restored = store.find(file)?.state.draft;
    expect(restored).toEqual(taken.document);
    expect({ file, read: model.parse(restored).document }).toEqual({ file, read: model.parse(document).document });
  }
  const rewritten = all.filter(({ document }) => takeDocument(document, model).renamed.length > 0);
  expect(rewritten.length).toBeLessThan(all.length / 2);
});

test('a document in another spelling is rewritten, and the renamed fields are listed', () => {
  const { document, renamed } = takeDocument(
    {
      name: 'shop',
      components: [
        {
          name: 'api',
          type: 'webservice',
          image: 'api:1',
          traits: { env_from: [{ type: 'config', source_name: 'x' }] },
        },
      ],
    },
    model,
  );
  expect(renamed).toEqual(['components']);
  expect(document.component).toMatchObject([{ name: 'api', traits: { envFrom: [{ sourceName: 'x' }] } }]);
});

test('a renamed component is renamed in steps, dependencies and references of traits, and nowhere else', () => {
  const renamed = renameComponent('settings', 'options')(renameComponent('login', 'db-login')(shop));
  expect(JSON.stringify(renamed)).not.toMatch(/"(settings|login)"/);
  expect(renamed).toMatchObject({
    component: [
      { name: 'options' },
      { name: 'db-login' },
      { dependsOn: ['options'], traits: { envs: [{ valueFrom: { secret: { name: 'db-login' } } }] } },
      { dependsOn: ['db', 'db-login'], traits: { envFrom: [{ sourceName: 'options' }], 'x-mesh': { on: true } } },
    ],
    workflow: [{ components: ['options', 'db-login'] }, {}, {}],
  });
  expect(renameComponent('options', 'settings')(renameComponent('db-login', 'login')(renamed))).toEqual(shop);
});

test('a removed component leaves no step and no dependency behind', () => {
  const removed = removeComponent('db')(shop);
  expect(JSON.stringify(removed)).not.toContain('"db"');
  expect(laneNames(removed)).toEqual([['settings', 'login'], [], ['api'], []]);
});

test('a copy stands after its original, in the document and in its step', () => {
  const copied = duplicateComponent('login')(shop);
  expect(laneNames(copied)[0]).toEqual(['settings', 'login', 'login-2']);
  expect(copied.component).toMatchObject([{}, { name: 'login' }, { name: 'login-2', type: 'secret' }, {}, {}]);
});

test('a card moves within a lane, between lanes and out of the workflow', () => {
  expect(laneNames(moveComponent('login', { lane: 0, at: 0 })(shop))[0]).toEqual(['login', 'settings']);
  expect(laneNames(moveComponent('settings', { lane: 0, at: 1 })(shop))[0]).toEqual(['login', 'settings']);
  expect(laneNames(moveComponent('api', { lane: 1, at: 0 })(shop))).toEqual([
    ['settings', 'login'],
    ['api', 'db'],
    [],
    [],
  ]);
  expect(laneNames(moveComponent('api', {})(shop))).toEqual([['settings', 'login'], ['db'], [], ['api']]);
  const back = moveComponent('api', { lane: 2, at: 0 })(moveComponent('api', {})(shop));
  expect(back).toEqual(shop);
});

test('a card that moves among sub steps joins the sub step of the card it stands before', () => {
  const nested = {
    ...shop,
    workflow: [
      {
        name: 'all',
        mode: 'DAG',
        subSteps: [
          { name: 'a', components: ['settings'] },
          { name: 'b', components: ['db', 'api'] },
        ],
      },
    ],
  };
  expect(moveComponent('settings', { lane: 0, at: 1 })(nested).workflow).toMatchObject([
    { subSteps: [{ components: [] }, { components: ['db', 'settings', 'api'] }] },
  ]);
});

test('a document without a workflow shows what the platform derives, and the first move writes it down', () => {
  const { workflow: _, ...loose } = shop;
  expect(readLanes(loose).map(({ kind, components }) => ({ kind, components }))).toEqual([
    { kind: 'derived', components: ['settings', 'login'] },
    { kind: 'derived', components: ['db'] },
    { kind: 'derived', components: ['api'] },
  ]);
  const moved = moveComponent('login', { lane: 1 })(loose);
  expect(readSteps(moved).map(({ name, mode }) => ({ name, mode }))).toEqual([
    { name: 'layer-1', mode: 'DAG' },
    { name: 'layer-2', mode: 'DAG' },
    { name: 'layer-3', mode: 'DAG' },
  ]);
  expect(laneNames(moved)).toEqual([['settings'], ['db', 'login'], ['api'], []]);
});

test('a renamed step is renamed in the conditions that refer to it', () => {
  expect(renameStep(1, 'storage')(shop).workflow).toMatchObject([
    {},
    { name: 'storage', 'x-note': 'kept' },
    { if: 'steps.storage.status == "succeeded"' },
  ]);
});

test('removing the last field of an object removes the object, but never a component', () => {
  const probed = addTrait(3, 'resources', { cpu: '1' })(shop);
  expect(removeValue(['component', 3, 'traits', 'resources', 'cpu'])(probed)).toEqual(shop);
  expect(removeTrait(2, 'envs')(shop).component).toMatchObject([{}, {}, { name: 'db' }, {}]);
});

test('using a secret writes a trait that is shown as a reference, and removing the reference removes the trait', () => {
  const used = useSource('login', 'api', { kind: 'oneVariable', key: 'password', variable: 'PASSWORD' })(shop);
  expect(used.component).toMatchObject([
    {},
    {},
    {},
    { traits: { envs: [{ name: 'PASSWORD', valueFrom: { secret: { name: 'login', key: 'password' } } }] } },
  ]);
  const added = readReferences(used).filter(({ from, to }) => from === 'login' && to === 'api');
  expect(added.length).toBe(1);
  expect(added.reduce((document, reference) => removeReference(reference)(document), used)).toEqual(shop);
  expect(readReferences(shop).map(({ from, to, trait }) => `${from} ${trait} ${to}`)).toEqual([
    'login envs db',
    'settings envFrom api',
  ]);
});

test('a text of the draft shows no secret, and reading it back changes none', () => {
  const typed = setValue(['component', 1, 'properties', 'secret', 'password'], 'hunter2')(shop);
  expect(JSON.stringify(hideSecrets(typed))).not.toContain('hunter2');
  expect(restoreSecrets(hideSecrets(typed), typed)).toEqual(typed);
  const replaced = setValue(['component', 1, 'properties', 'secret', 'password'], 'other')(hideSecrets(typed));
  expect(restoreSecrets(replaced, typed)).toEqual(replaced);
  const env = setValue(['component', 2, 'properties', 'env'], { API_TOKEN: 'hunter3', URL: 'https://a:hunter4@b' })(
    typed,
  );
  expect(JSON.stringify(hideSecrets(env))).not.toContain('hunter');
  expect(restoreSecrets(hideSecrets(env), env)).toEqual(env);
  // A mask in another place stands for nothing.
  const moved = setValue(['description'], '********')(hideSecrets(env));
  expect(restoreSecrets(moved, env)).toEqual(setValue(['description'], '********')(env));
});

test('every mask of a document is found, and filled without touching the text around it', () => {
  const document = {
    component: [
      { name: 'login', properties: { secret: { password: '********' } } },
      { name: 'api', command: ['psql postgres://app:********@db/app?sslkey=********'] },
    ],
  };
  const masks = findMasks(document);
  expect(masks.map(({ path, at, within }) => [formatPath(path), at, within === undefined])).toEqual([
    ['component[0].properties.secret.password', 0, true],
    ['component[1].command[0]', 0, false],
    ['component[1].command[0]', 1, false],
  ]);
  const filled = fillMasks(document, ({ path, at }) => (path[1] === 0 ? 'one' : at === 0 ? '$&' : undefined));
  expect(filled).toEqual({
    component: [
      { name: 'login', properties: { secret: { password: 'one' } } },
      { name: 'api', command: ['psql postgres://app:$&@db/app?sslkey=********'] },
    ],
  });
});

test('paths of problems lead to the values they name', () => {
  expect(parsePath('component[0].properties.conf["a.b\\"c"].x')).toEqual([
    'component',
    0,
    'properties',
    'conf',
    'a.b"c',
    'x',
  ]);
  expect(parsePath('')).toEqual([]);
});

const names = fc.constantFrom('settings', 'login', 'db', 'api', 'web', 'api-2');
const index = fc.nat(4);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  names.map((name) => addComponent({ name, type: 'worker' })),
  fc.tuple(names, names).map(([from, to]) => renameComponent(from, to)),
  names.map(duplicateComponent),
  names.map(removeComponent),
  fc.tuple(names, index, index).map(([name, lane, at]) => moveComponent(name, { lane, at })),
  index.map((at) => addStep(at)),
  index.map(removeStep),
  fc.tuple(index, index).map(([from, to]) => moveStep(from, to)),
  fc.tuple(index, names).map(([at, name]) => renameStep(at, name)),
  fc.tuple(index, fc.constantFrom('DAG', 'StepByStep')).map(([at, mode]) => setStepMode(at, mode)),
  index.map((at) => addTrait(at, 'resources', { cpu: '1' })),
  fc.tuple(index, fc.jsonValue()).map(([at, value]) => setValue(['component', at, 'properties'], value)),
);

test('undoing any sequence of changes restores every state before, and redoing every state after', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 30 }), (operations) => {
      let state = operations.reduce<EditorState>((at, each) => change(at, each), openDraft({ document: shop }));
      const last = state.draft;
      const depth = state.past.length;
      for (let step = 0; step < depth; step += 1) state = undo(state);
      expect(state.draft).toEqual(shop);
      for (let step = 0; step < depth; step += 1) state = redo(state);
      expect(state.draft).toEqual(last);
      expect(redo(state)).toBe(state);
    }),
    { numRuns: 150 },
  );
});

test('fields that the editor does not know survive any sequence of changes of other things', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 20 }), (operations) => {
      const after = operations.reduce((document, each) => each(document), shop as JsonObject);
      expect(after['x-owner']).toEqual({ team: 'retail' });
    }),
    { numRuns: 100 },
  );
});

test('typing in one field is undone at once, and typing in the next one on its own', () => {
  let state = openDraft({ revision: 1, document: shop });
  for (const image of ['a', 'ap', 'api']) state = change(state, setValue(['component', 3, 'image'], image), 'image');
  state = change(state, setValue(['description'], 'x'), 'description');
  expect(state.past.length).toBe(2);
  expect(undo(undo(state)).draft).toEqual(shop);
  expect(hasChanges(undo(undo(state)))).toBe(false);
});

test('at least 100 changes can be undone', () => {
  let state = openDraft({ document: shop });
  for (let count = 0; count < 120; count += 1) state = change(state, setValue(['description'], `${count}`));
  for (let count = 0; count < 100; count += 1) state = undo(state);
  expect(state.draft).toMatchObject({ description: '19' });
});

test('a discarded draft can be brought back', () => {
  const state = change(openDraft({ revision: 3, document: shop }), removeComponent('api'));
  expect(discard(state).draft).toBe(shop);
  expect(undo(discard(state)).draft).toEqual(state.draft);
});

test('a draft is restored byte by byte, and nothing is kept of an unchanged one', () => {
  const storage = memoryStorage();
  const store = openStore({ storage });
  const state = change(openDraft({ revision: 4, document: shop }), setValue(['component', 3, 'image'], 'api:2'));
  const written = store.write('app1', state, undefined);
  const restored = store.find('app1')?.state;
  expect(JSON.stringify(restored?.draft)).toBe(JSON.stringify(state.draft));
  expect(restored?.base).toEqual(state.base);
  expect(openStore({ storage, platform: 'http://other' }).find('app1')).toBeUndefined();
  expect(written).toEqual({ kind: 'kept', id: store.find('app1')?.id });
  store.write('app1', undo(state), store.find('app1')?.id);
  expect(store.find('app1')).toBeUndefined();
  storage.setItem('kubemin.draft|http://localhost|app2', '{"base":{},');
  expect(store.find('app2')).toBeUndefined();
});

test('a typed secret is kept by the tab alone: a reload finds it, another tab has it typed again', () => {
  const [storage, tabStorage] = [memoryStorage(), memoryStorage()];
  const typed = [
    setValue(['component', 1, 'properties', 'secret', 'password'], 'hunter2'),
    setValue(['component', 2, 'properties', 'env'], { API_TOKEN: 'hunter3', DB: 'mysql://root:hunter4@db/x', A: 'b' }),
  ];
  const state = typed.reduce<EditorState>((at, each) => change(at, each), openDraft({ revision: 1, document: shop }));
  openStore({ storage, tabStorage }).replace('app', state);
  const kept = storage.getItem('kubemin.draft|http://localhost|app') ?? '';
  expect(kept).toContain('"A":"b"');
  expect(kept).not.toContain('hunter');
  expect(openStore({ storage, tabStorage }).find('app')?.state.draft).toEqual(state.draft);
  const elsewhere = openStore({ storage }).find('app')?.state.draft ?? {};
  expect(findLostSecrets(elsewhere).map(formatPath)).toEqual([
    'component[1].properties.secret.password',
    'component[2].properties.env.API_TOKEN',
    'component[2].properties.env.DB',
  ]);
  // A draft of another tab is never joined with secrets of this one.
  openStore({ storage }).replace('app', change(state, setValue(['description'], 'x')));
  expect(findLostSecrets(openStore({ storage, tabStorage }).find('app')?.state.draft ?? {}).length).toBe(3);
  openStore({ storage, tabStorage }).remove('app');
  expect(tabStorage.getItem('kubemin.draft|http://localhost|app')).toBeNull();
});

test('values that only a template declares secret, numbers, and typed parts of a draft base are not kept on the disk', () => {
  const storage = memoryStorage();
  const template = { id: 't', target: 'db', parameters: { licence: 'hunter5', dbPassword: 'hunter6', pin: 4711 } };
  const document = {
    name: 'shop',
    component: [
      { name: 'db', template },
      { name: 'login', type: 'secret', properties: { secret: { pin: 8899, password: 'hunter7' } } },
      { name: 'api', type: 'webservice', command: ['curl', 'https://a.b/?token=hunter8&page=2'] },
    ],
  };
  openStore({ storage }).replace('app', openDraft({ revision: 1, document }, { ...document, description: 'x' }));
  const kept = storage.getItem('kubemin.draft|http://localhost|app') ?? '';
  for (const secret of ['hunter', '4711', '8899']) expect(kept).not.toContain(secret);
  expect(kept).toContain('"target":"db"');
  expect(findLostSecrets(openStore({ storage }).find('app')?.state.draft ?? {}).length).toBe(6);
  expect(hideSecrets(document)).toEqual({
    name: 'shop',
    component: [
      {
        name: 'db',
        template: { ...template, parameters: { licence: '********', dbPassword: '********', pin: '********' } },
      },
      { name: 'login', type: 'secret', properties: { secret: { pin: '********', password: '********' } } },
      { name: 'api', type: 'webservice', command: ['curl', 'https://a.b/?token=********&page=2'] },
    ],
  });
});

test('a secret that the platform stores is never asked for again, also where it is a part of an address', () => {
  const storage = memoryStorage();
  const stored = setValue(['component', 2, 'command'], ['mysql://root:********@db/x'])(shop);
  const state = change(openDraft({ revision: 1, document: stored }), setValue(['description'], 'x'));
  openStore({ storage }).replace('app', state);
  expect(openStore({ storage }).find('app')?.state.draft).toEqual(state.draft);
});

test('a tab that opens the draft of another one takes nothing from it, and does not overwrite what the other wrote since', () => {
  const storage = memoryStorage();
  const [one, other] = [openStore({ storage }), openStore({ storage })];
  const typed = setValue(['component', 1, 'properties', 'secret', 'password'], 'hunter2');
  const state = change(openDraft({ revision: 1, document: shop }), typed);
  const first = one.write('app', state, undefined);
  const opened = other.find('app');
  expect(findLostSecrets(opened?.state.draft).length).toBe(1);
  expect(one.find('app')?.state.draft).toEqual(state.draft);
  // The other tab goes on with it: the first one still has the secret, and does not overwrite what it did not see.
  const further = change(opened?.state ?? state, setValue(['description'], 'x'));
  expect(other.write('app', further, opened?.id).kind).toBe('kept');
  const mine = change(state, setValue(['description'], 'y'));
  expect(one.write('app', mine, first.kind === 'kept' ? first.id : undefined)).toEqual({ kind: 'taken' });
  expect(one.find('app')?.state.draft).toEqual(change(state, setValue(['description'], 'x')).draft);
  // Without changes of its own it leaves the draft of the other tab alone.
  expect(one.write('app', openDraft(state.base), undefined)).toEqual({ kind: 'kept', id: undefined });
  expect(one.find('app')).toBeDefined();
  one.replace('app', mine);
  expect(one.find('app')?.state.draft).toEqual(mine.draft);
});

test('what is stored is followed without changes of its own, and is what a save that was not read back came to', () => {
  const state = openDraft({ revision: 4, document: shop });
  const stored = { revision: 5, document: { ...shop, description: 'theirs' } };
  expect(followStored(state, stored).draft).toBe(stored.document);
  const edited = change(state, setValue(['description'], 'mine'));
  expect(followStored(edited, stored)).toBe(edited);
  const saved = rebase(edited, { revision: 5, document: edited.draft }, edited.draft);
  expect(hasChanges(saved)).toBe(false);
  const followed = followStored(saved, stored);
  expect(followed.draft).toBe(stored.document);
  expect(undo(followed).draft).toEqual(edited.draft);
  expect(followStored(saved, { revision: 4, document: shop })).toBe(saved);
});

test('a full browser store is reported instead of thrown', () => {
  const storage = {
    ...memoryStorage(),
    setItem: () => {
      throw new Error('quota');
    },
  };
  const store = openStore({ storage });
  const state = change(openDraft({ revision: 1, document: shop }), removeComponent('api'));
  expect(store.write('app', state, undefined)).toEqual({ kind: 'full' });
});

const documents = fc
  .array(operation, { maxLength: 8 })
  .map((operations) => operations.reduce((document, each) => each(document), shop as JsonObject));

test('a merge with one side unchanged is the other side, and equal sides never conflict', () => {
  fc.assert(
    fc.property(documents, documents, (mine, other) => {
      expect(mergeDocuments({ base: shop, mine, theirs: shop })).toEqual({ document: mine, conflicts: [] });
      expect(mergeDocuments({ base: shop, mine: shop, theirs: other })).toEqual({ document: other, conflicts: [] });
      expect(mergeDocuments({ base: other, mine, theirs: mine })).toEqual({ document: mine, conflicts: [] });
    }),
    { numRuns: 100 },
  );
});

test('two users who change different fields lose nothing, whichever saves first', () => {
  const mine = setValue(['component', 3, 'image'], 'api:2')(shop);
  const theirs = setValue(
    ['component', 3, 'replicas'],
    3,
  )(addComponent({ name: 'web', type: 'webservice' }, { lane: 2 })(shop));
  const { document, conflicts } = mergeDocuments({ base: shop, mine, theirs });
  expect(conflicts).toEqual([]);
  expect(document).toEqual(setValue(['component', 3, 'image'], 'api:2')(theirs));
  expect(mergeDocuments({ base: shop, mine: theirs, theirs: mine }).document).toEqual(document);
});

test('a field that both changed is a conflict: theirs stays unless mine is chosen', () => {
  const mine = setValue(['component', 3, 'image'], 'api:2')(shop);
  const theirs = setValue(['component', 3, 'image'], 'api:3')(shop);
  const { document, conflicts } = mergeDocuments({ base: shop, mine, theirs });
  expect(document).toEqual(theirs);
  expect(conflicts).toEqual([{ id: 'component[api].image', base: 'api:1', mine: 'api:2', theirs: 'api:3' }]);
  expect(mergeDocuments({ base: shop, mine, theirs }, { 'component[api].image': 'mine' }).document).toEqual(mine);
});

test('a stored secret that I changed is a conflict after another revision was saved: theirs may have changed it unseen', () => {
  const mine = setValue(['component', 1, 'properties', 'secret', 'password'], 'hunter2')(shop);
  const theirs = structuredClone(shop);
  const { document, conflicts } = mergeDocuments({ base: shop, mine, theirs });
  expect(document).toEqual(shop);
  expect(conflicts.map(({ id }) => id)).toEqual(['component[login].properties.secret.password']);
  const choice = { 'component[login].properties.secret.password': 'mine' } as const;
  expect(mergeDocuments({ base: shop, mine, theirs }, choice).document).toEqual(mine);
  expect(mergeDocuments({ base: shop, mine: removeComponent('login')(shop), theirs }).conflicts[0]?.id).toBe(
    'component[login]',
  );
  // What has no secret is merged as ever.
  expect(mergeDocuments({ base: shop, mine: removeComponent('db')(shop), theirs }).conflicts).toEqual([]);
});

test('a component that one side removed and the other changed is a conflict', () => {
  const mine = removeComponent('db')(shop);
  const theirs = setValue(['component', 2, 'image'], 'mysql:9')(shop);
  expect(mergeDocuments({ base: shop, mine, theirs }).conflicts.map(({ id }) => id)).toEqual(['component[db]']);
});

test('changes are counted by component, workflow and field, and listed by name', () => {
  const draft = setValue(
    ['description'],
    'x',
  )(removeComponent('login')(setValue(['component', 3, 'image'], 'api:2')(shop)));
  const changes = draftChanges(shop, draft);
  expect([...changes.components]).toEqual([
    ['api', 'edited'],
    ['login', 'removed'],
  ]);
  expect(changes.count).toBe(4);
  expect(documentChanges(shop, setValue(['component', 3, 'image'], 'api:2')(shop))).toEqual([
    { field: 'component[api].image', before: 'api:1', after: 'api:2' },
  ]);
});

function openStore(options: Partial<ConstructorParameters<typeof DraftStore>[0]> = {}): DraftStore {
  return new DraftStore({
    storage: memoryStorage(),
    tabStorage: memoryStorage(),
    platform: 'http://localhost',
    createId: randomUUID,
    ...options,
  });
}

function memoryStorage() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}
