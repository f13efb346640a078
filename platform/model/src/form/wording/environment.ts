import { type Wording, word } from './wording.ts';

const sourceName = (kind: string, kindZh: string) =>
  word([`${kind} name`, `${kindZh}名称`], [`The ${kind.toLowerCase()} that has the value.`, `包含该值的${kindZh}。`], {
    example: kind === 'Secret' ? 'db-credentials' : 'app-config',
  });
const sourceKey = word(['Key', '键'], ['The key of the value in it.', '该值对应的键。'], { example: 'password' });

/** Words for the traits that bring environment variables. */
export const environmentWording: Wording = {
  'trait.envFrom': word(
    ['Variables from a source', '批量环境变量'],
    ['All keys of a source.', '将配置或密钥的所有键作为环境变量。'],
  ),
  'envFrom.type': word(['Type', '类型'], ['Whether the source is a config or a secret.', '来源是配置还是密钥。'], {
    options: { config: ['Config', '配置'], secret: ['Secret', '密钥'] },
    example: 'config',
  }),
  'envFrom.sourceName': word(['Source', '来源'], ['The name of the config or secret.', '配置或密钥的名称。'], {
    example: 'app-config',
  }),
  'trait.envs': word(
    ['Variables', '环境变量'],
    ['Single variables.', '单个环境变量，值来自固定文本、配置、密钥或 Pod 字段。'],
  ),
  'envs.name': word(['Name', '名称'], ['The name of the variable.', '环境变量名称。'], { example: 'DB_PASSWORD' }),
  'envs.valueFrom': word(
    ['Value from', '取值来源'],
    ['Exactly one place the value comes from.', '值的来源，必须且只能选择一种。'],
  ),
  'envs.valueFrom.static': word(['Fixed text', '固定文本'], ['The value itself.', '变量的值。'], {
    example: 'production',
  }),
  'envs.valueFrom.secret': word(['Secret', '密钥'], ['A key of a secret.', '密钥中的一个键。']),
  'envs.valueFrom.secret.name': sourceName('Secret', '密钥'),
  'envs.valueFrom.secret.key': sourceKey,
  'envs.valueFrom.config': word(['Config', '配置'], ['A key of a config.', '配置中的一个键。']),
  'envs.valueFrom.config.name': sourceName('Config', '配置'),
  'envs.valueFrom.config.key': sourceKey,
  'envs.valueFrom.field': word(
    ['Pod field', 'Pod 字段'],
    ['A field of the pod the container runs in.', '容器所在 Pod 的字段。'],
    {
      example: 'metadata.name',
    },
  ),
};
