import { type Wording, word } from './wording.ts';

/** Words for the storage trait. */
export const storageWording: Wording = {
  'trait.storage': word(
    ['Storage', '存储'],
    ['Volumes of the component.', '存储卷：持久卷、临时空间，以及挂载的配置和密钥。'],
  ),
  'storage.name': word(
    ['Name', '名称'],
    ['The name of the volume; made from the component when left out.', '卷名称；不填则由组件名生成。'],
    {
      example: 'data',
    },
  ),
  'storage.type': word(['Type', '类型'], ['What the volume holds and how long it lives.', '卷的内容与生命周期。'], {
    options: {
      persistent: ['Persistent', '持久卷'],
      ephemeral: ['Scratch space', '临时空间'],
      config: ['Config', '配置'],
      secret: ['Secret', '密钥'],
    },
    example: 'persistent',
  }),
  'storage.mountPath': word(
    ['Mount path', '挂载路径'],
    ['Where the container sees the volume.', '容器内看到该卷的路径。'],
    {
      example: '/var/lib/mysql',
    },
  ),
  'storage.subPath': word(
    ['Sub path', '子路径'],
    ['Only this folder of the volume is mounted.', '仅挂载卷中的该目录。'],
    {
      group: 'advanced',
    },
  ),
  'storage.readOnly': word(
    ['Read-only', '只读'],
    ['Whether the container may not write; on for configs and secrets.', '容器是否不可写；配置和密钥默认只读。'],
  ),
  'storage.sourceName': word(
    ['Source', '来源'],
    ['The config or secret to mount; its own name when left out.', '要挂载的配置或密钥；不填则与卷同名。'],
    {
      example: 'app-config',
    },
  ),
  'storage.items': word(
    ['Files', '文件'],
    [
      'Which keys are mounted, and under which file names; all when left out.',
      '挂载哪些键以及对应的文件名；不填则全部挂载。',
    ],
    { group: 'advanced', example: [{ key: 'app.yaml', path: 'conf/app.yaml' }] },
  ),
  'storage.items.key': word(['Key', '键'], ['A key of the config or secret.', '配置或密钥中的键。'], {
    example: 'app.yaml',
  }),
  'storage.items.path': word(
    ['File', '文件路径'],
    ['The file it becomes, relative to the mount path.', '对应的文件，相对于挂载路径。'],
    { example: 'conf/app.yaml' },
  ),
  'storage.size': word(
    ['Size', '大小'],
    ['How much a persistent volume holds; a bare number counts Gi.', '持久卷的容量；不带单位时按 Gi 计算。'],
    {
      group: 'storage',
      example: '5Gi',
    },
  ),
  'storage.tmpCreate': word(
    ['New claim', '新建存储声明'],
    [
      'Makes a claim for this component (for every copy of a store) instead of using one by name.',
      '为组件（有状态服务的每个副本）新建存储声明，而不是按名称使用。',
    ],
    { group: 'storage' },
  ),
  'storage.claimName': word(
    ['Existing claim', '已有存储声明'],
    ['The name of a claim that already exists; it is never changed.', '已存在的存储声明名称，不会被修改。'],
    {
      group: 'storage',
      example: 'team-share',
    },
  ),
  'storage.storageClass': word(
    ['Storage class', '存储类'],
    ["The class of a new claim; the cluster's default when left out.", '新声明的存储类；不填则使用集群默认值。'],
    {
      group: 'storage',
      example: 'standard',
    },
  ),
};
