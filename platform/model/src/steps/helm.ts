import * as z from 'zod';
import { dnsName, field } from '../field/index.ts';
import { word } from '../form/index.ts';
import { stepMessages } from '../messages/index.ts';
import { rejection } from '../problem/index.ts';
import { declareStepType } from './declared-step-type.ts';

/** No option, no URL but of a registry, and no way out of a directory. */
const CHART = /^(oci:\/\/|\/)[A-Za-z0-9][\w.:@/+-]*$/;
const VERSION = /^[A-Za-z0-9][\w.+-]{0,100}$/;

const secretKey = z.object({
  name: z.string().trim().min(1).max(253),
  key: z.string().trim().min(1).max(253).default('values.yaml'),
});

export const helmStep = declareStepType({
  name: 'helm',
  declaration: {
    summary: 'Renders a Helm chart and delivers its objects as objects of the application.',
    schema: z.object({
      chart: field(
        z
          .string()
          .trim()
          .max(500)
          .refine(
            (text) => CHART.test(text) && !text.split('/').includes('..'),
            rejection(stepMessages.helmChartInvalid, { code: 'INVALID_VALUE' }),
          ),
        { fix: stepMessages.helmChartFix },
      ),
      version: field(z.string().trim().regex(VERSION).optional(), { fix: stepMessages.helmVersionFix }),
      release: field(dnsName().optional(), { aliases: ['releaseName'] }),
      values: z.record(z.string(), z.unknown()).default({}),
      valuesFrom: z.array(secretKey).max(10).default([]),
      hooks: field(z.enum(['run', 'skip']).default('run'), { fix: stepMessages.helmHooksFix }),
    }),
    components: 'optional',
    outputs: ['release', 'objects', 'removed'],
  },
  wording: {
    type: word(['Helm chart', 'Helm 部署'], ['Delivers the objects of a chart.', '渲染 Helm Chart 并交付其中的对象。']),
    properties: {
      chart: word(
        ['Chart', 'Chart 位置'],
        [
          "A directory or archive of the platform's machine, or oci://…, that the operator allows.",
          '平台所在机器上的目录或归档，或 oci://…，须由管理员允许。',
        ],
        { example: '/srv/charts/redis' },
      ),
      version: word(['Version', '版本'], ['Version of a chart of a registry.', '镜像仓库中 Chart 的版本。'], {
        example: '1.2.3',
      }),
      release: word(
        ['Release', '发布名称'],
        ['Name of the release; the name of the step when left out.', '发布名称；不填则为步骤名称。'],
        {
          example: 'cache',
        },
      ),
      values: word(['Values', '值'], ['Values of the chart.', 'Chart 的值。'], { example: { replicas: 2 } }),
      valuesFrom: word(
        ['Values of Secrets', '来自 Secret 的值'],
        [
          'YAML in Secrets of the namespace, merged before values.',
          '命名空间中 Secret 里的 YAML，在 values 之前合并。',
        ],
        { group: 'advanced' },
      ),
      'valuesFrom.name': word(['Secret', 'Secret 名称'], ['The name of the Secret.', 'Secret 的名称。']),
      'valuesFrom.key': word(['Key', '键'], ['Where the YAML is in it.', 'YAML 所在的键。']),
      hooks: word(
        ['Hooks', '钩子'],
        [
          'Whether install and upgrade hooks are delivered, before or after the rest.',
          '是否交付安装和升级钩子（在其余对象之前或之后）。',
        ],
        { group: 'advanced', options: { run: ['Deliver', '交付'], skip: ['Leave out', '省略'] } },
      ),
    },
  },
});
