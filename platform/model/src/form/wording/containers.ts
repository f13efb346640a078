import { under, type Wording, word } from './wording.ts';

const running: Wording = {
  image: word(['Image', '镜像'], ['The container image to run.', '要运行的容器镜像。'], { example: 'busybox:1.37' }),
  command: word(
    ['Command', '启动命令'],
    ["What to run instead of the image's entry point.", '替换镜像入口点的命令。'],
    {
      example: ['sh', '-c', 'echo ready'],
    },
  ),
  args: word(['Arguments', '参数'], ['Arguments for the command or the entry point.', '传给命令或入口点的参数。']),
  env: word(['Variables', '环境变量'], ['Environment variables with fixed values.', '固定值的环境变量。']),
};

const container: Wording = {
  name: word(
    ['Name', '名称'],
    ['The name of the container; made from the component when left out.', '容器名称；不填则由组件名生成。'],
  ),
  traits: word(
    ['Traits', '特征'],
    [
      'What this container has of its own: volumes, variables, resources, probes.',
      '该容器自身的特征：卷、环境变量、资源、探针。',
    ],
  ),
};

/** Words for the traits that add containers. */
export const containersWording: Wording = {
  'trait.init': word(
    ['Init containers', '初始化容器'],
    ['Containers that run first.', '主容器启动前按顺序运行的准备容器。'],
  ),
  ...under('init', container),
  'init.properties': word(['Container', '容器'], ['What runs in the container.', '容器中运行的内容。']),
  ...under('init.properties', running),
  'trait.sidecar': word(
    ['Sidecars', '边车容器'],
    ['Containers beside the main one.', '与主容器并行运行的容器，例如日志采集、代理。'],
  ),
  ...under('sidecar', container),
  ...under('sidecar', running),
};
