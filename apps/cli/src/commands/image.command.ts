import {
  argument,
  defineCommand,
  list,
  manyArguments,
  option,
  optionalArgument,
  requiredOption,
  someArguments,
} from '../command/index.ts';
import { ExitCode } from '../terminal/index.ts';

const imageName = { en: 'name of an image, for example nginx:1.27', zh: '镜像名称，如 nginx:1.27' };

/** `kubemin image build`. */
export const imageBuildCommand = defineCommand({
  path: ['image', 'build'],
  group: 'platform',
  summary: {
    en: 'build an image from a directory, without a network and without Docker',
    zh: '由目录构建镜像，无需网络与 Docker',
  },
  help: {
    en: 'Instructions: FROM (kubemin/node, kubemin/shell, scratch or a local image), ARG, COPY, ADD, ENV, WORKDIR, USER, CMD, ENTRYPOINT, EXPOSE, LABEL, STOPSIGNAL; others are rejected. Without a Dockerfile, one is generated for package.json, index.js, server.js or index.html.',
    zh: '支持的指令：FROM（kubemin/node、kubemin/shell、scratch 或已有镜像）、ARG、COPY、ADD、ENV、WORKDIR、USER、CMD、ENTRYPOINT、EXPOSE、LABEL、STOPSIGNAL；其他指令会被拒绝。没有 Dockerfile 但有 package.json、index.js、server.js 或 index.html 的目录会自动得到一个。',
  },
  arguments: {
    directory: optionalArgument('dir', { en: 'directory with the files (default: .)', zh: '文件所在目录（默认：.）' }),
  },
  options: {
    tag: requiredOption('-t, --tag <name>', imageName),
    file: option('-f, --file <file>', {
      en: 'Dockerfile (default: Dockerfile in the directory)',
      zh: 'Dockerfile（默认：目录中的 Dockerfile）',
    }),
    buildArgs: list('--build-arg <name=value>', { en: 'value of an ARG', zh: 'ARG 的值' }),
  },
  examples: [{ line: 'kubemin image build examples/demo/web -t shop-web:1.0', needs: 'nothing' }],
  load: async () => {
    const { buildFromDirectory } = await import('../images/index.ts');
    return buildFromDirectory;
  },
});

/** `kubemin image ls`. */
export const imageLsCommand = defineCommand({
  path: ['image', 'ls'],
  group: 'platform',
  summary: { en: 'list the images on this machine', zh: '列出本机的镜像' },
  examples: [{ line: 'kubemin image ls', needs: 'nothing' }],
  load: async () => {
    const { listImages } = await import('../images/index.ts');
    return listImages;
  },
});

/** `kubemin image save`. */
export const imageSaveCommand = defineCommand({
  path: ['image', 'save'],
  group: 'platform',
  summary: { en: 'write images to an archive that docker load reads', zh: '把镜像写入 docker load 可读的归档' },
  arguments: { names: someArguments('name', imageName) },
  options: {
    file: option('-f, --file <file>', { en: 'where to write it (default: stdout)', zh: '写到哪里（默认：标准输出）' }),
  },
  examples: [{ line: 'kubemin image save shop-web:1.0 -f shop-web.tar', needs: 'nothing' }],
  load: async () => {
    const { saveArchive } = await import('../images/index.ts');
    return saveArchive;
  },
});

/** `kubemin image load`. */
export const imageLoadCommand = defineCommand({
  path: ['image', 'load'],
  group: 'platform',
  summary: {
    en: 'read images from an archive of docker save or of an OCI layout',
    zh: '从 docker save 或 OCI 布局的归档读取镜像',
  },
  arguments: { file: argument('file', { en: 'archive; - reads from stdin', zh: '归档；- 表示管道输入' }) },
  options: {
    tag: option('-t, --tag <name>', { en: 'name for an archive that has none', zh: '归档没有名称时使用的名称' }),
  },
  examples: [{ line: 'kubemin image load shop-web.tar', needs: 'nothing' }],
  load: async () => {
    const { loadArchive } = await import('../images/index.ts');
    return loadArchive;
  },
});

/** `kubemin image pull`. */
export const imagePullCommand = defineCommand({
  path: ['image', 'pull'],
  group: 'platform',
  summary: { en: 'pull an image from its registry', zh: '从镜像仓库拉取镜像' },
  help: {
    en: 'Uses the credentials of docker login: ~/.docker/config.json, or the directory in DOCKER_CONFIG. Registries on this machine are accessed without TLS.',
    zh: '使用 docker login 的凭据：~/.docker/config.json，或 DOCKER_CONFIG 指定的目录。本机的镜像仓库不使用 TLS。',
  },
  arguments: { name: argument('name', imageName) },
  options: {
    mirror: list('--mirror <url>', {
      en: 'mirror to pull from first, as REGISTRY=URL or an address alone for docker.io; repeatable',
      zh: '先尝试的镜像站，写作 REGISTRY=URL，仅地址表示 docker.io 的；可多次给出',
    }),
  },
  examples: [{ line: 'kubemin image pull localhost:5999/shop/api:1.0', needs: 'nothing', exit: ExitCode.failed }],
  load: async () => {
    const { pullNamed } = await import('../images/index.ts');
    return pullNamed;
  },
});

/** `kubemin image push`. */
export const imagePushCommand = defineCommand({
  path: ['image', 'push'],
  group: 'platform',
  summary: {
    en: 'push an image to the registry of KubeMin, or to another',
    zh: '把镜像推送到 KubeMin 的镜像仓库或其他仓库',
  },
  help: {
    en: 'Without a registry in the name, the image goes to that of the running KubeMin, from where pods use it as 127.0.0.1:5000/NAME. Other registries get the credentials of docker login.',
    zh: '名称中没有镜像仓库时，推送到正在运行的 KubeMin 的镜像仓库，Pod 以 127.0.0.1:5000/名称 使用它。其他仓库使用 docker login 的凭据。',
  },
  arguments: {
    name: argument('name', imageName),
    target: optionalArgument('target', {
      en: 'name at the registry (default: the same)',
      zh: '在镜像仓库中的名称（默认相同）',
    }),
  },
  examples: [
    { line: 'kubemin image push shop-web:1.0 localhost:5999/shop/web:1.0', needs: 'nothing', exit: ExitCode.failed },
  ],
  load: async () => {
    const { pushNamed } = await import('../images/index.ts');
    return pushNamed;
  },
});

/** `kubemin image rm`. */
export const imageRmCommand = defineCommand({
  path: ['image', 'rm'],
  group: 'platform',
  summary: {
    en: 'remove images; running containers keep their files',
    zh: '删除镜像；正在运行的容器保留其文件',
  },
  arguments: { names: someArguments('name', imageName) },
  examples: [{ line: 'kubemin image rm shop-web:1.0', needs: 'nothing' }],
  load: async () => {
    const { removeImages } = await import('../images/index.ts');
    return removeImages;
  },
});

/** `kubemin image stand-ins`. */
export const imageStandInsCommand = defineCommand({
  path: ['image', 'stand-ins'],
  group: 'platform',
  summary: {
    en: 'build stand-in servers for the images of documents, for machines without a registry',
    zh: '为文档中的镜像构建小型替身服务，用于没有镜像仓库的机器',
  },
  help: {
    en: 'A stand-in listens on the port of the real program and sends plausible responses; it stores nothing and prints that it is a stand-in. Existing images are kept. Without files, lists the stand-ins.',
    zh: '替身监听真实程序的端口并给出合理的响应；不保存数据，并注明自己是替身。已有的镜像会保留。不给文件则列出全部替身。',
  },
  arguments: {
    files: manyArguments('file', { en: 'applications, or Kubernetes objects', zh: '应用文档，或 Kubernetes 对象' }),
  },
  examples: [
    { line: 'kubemin image stand-ins', needs: 'nothing' },
    { line: 'kubemin image stand-ins examples/hello.yaml', needs: 'nothing' },
  ],
  load: async () => {
    const { standIns } = await import('../images/index.ts');
    return standIns;
  },
});
