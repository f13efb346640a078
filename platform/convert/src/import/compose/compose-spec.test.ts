import { model } from '@kubemin/testing/rendering';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { lostLeaves } from '../../test-support/audit.ts';
import { importCompose } from './import-compose.ts';

/** `same`: carried with its meaning. `changed`: carried, and what changes is reported. `dropped`: reported only. */
type Fate = 'same' | 'changed' | 'dropped';

/** Every key of a service in the Compose Specification, with a value as files have it. */
const SERVICE_KEYS: Readonly<Record<string, readonly [Fate, string]>> = {
  annotations: ['dropped', '{ a: b }'],
  attach: ['dropped', 'false'],
  blkio_config: ['dropped', '{ weight: 300 }'],
  build: ['dropped', './web'],
  cap_add: ['same', '[NET_ADMIN]'],
  cap_drop: ['same', '[ALL]'],
  cgroup: ['dropped', 'host'],
  cgroup_parent: ['dropped', 'm-executor'],
  command: ['same', '[serve, --fast]'],
  configs: ['same', '[settings]'],
  container_name: ['dropped', 'web-1'],
  cpu_count: ['dropped', '2'],
  cpu_percent: ['dropped', '50'],
  cpu_period: ['dropped', '20ms'],
  cpu_quota: ['dropped', '40ms'],
  cpu_rt_period: ['dropped', '400ms'],
  cpu_rt_runtime: ['dropped', '400ms'],
  cpu_shares: ['dropped', '512'],
  cpus: ['same', '0.5'],
  cpuset: ['dropped', '0-1'],
  credential_spec: ['dropped', '{ file: my.json }'],
  depends_on: ['same', '{ db: { condition: service_healthy } }'],
  deploy: ['same', '{ replicas: 3, resources: { limits: { memory: 50M } } }'],
  develop: ['dropped', '{ watch: [{ path: ./src, action: rebuild }] }'],
  device_cgroup_rules: ['dropped', '["c 1:3 mr"]'],
  devices: ['dropped', '["/dev/ttyUSB0:/dev/ttyUSB0"]'],
  dns: ['dropped', '8.8.8.8'],
  dns_opt: ['dropped', '[use-vc]'],
  dns_search: ['dropped', 'example.com'],
  domainname: ['dropped', 'example.com'],
  entrypoint: ['same', '/run.sh --now'],
  env_file: ['dropped', './web.env'],
  environment: ['same', '{ LEVEL: info }'],
  expose: ['same', '["3000"]'],
  extends: ['dropped', '{ file: common.yaml, service: base }'],
  external_links: ['dropped', '["redis:cache"]'],
  extra_hosts: ['dropped', '["somehost:162.242.195.82"]'],
  gpus: ['dropped', 'all'],
  group_add: ['same', '[1000]'],
  healthcheck: ['changed', '{ test: [CMD, check], interval: 10s }'],
  hostname: ['dropped', 'web.example.com'],
  image: ['same', 'web:2'],
  init: ['dropped', 'true'],
  ipc: ['dropped', 'host'],
  isolation: ['dropped', 'hyperv'],
  label_file: ['dropped', './labels'],
  labels: ['same', '{ team: shop }'],
  links: ['same', '[db]'],
  logging: ['dropped', '{ driver: syslog }'],
  mac_address: ['dropped', '02:42:ac:11:65:43'],
  mem_limit: ['same', '512m'],
  mem_reservation: ['same', '256m'],
  mem_swappiness: ['dropped', '10'],
  memswap_limit: ['dropped', '1g'],
  models: ['dropped', '[llm]'],
  network_mode: ['dropped', 'host'],
  networks: ['dropped', '{ default: { aliases: [shop] } }'],
  oom_kill_disable: ['dropped', 'true'],
  oom_score_adj: ['dropped', '100'],
  pid: ['dropped', 'host'],
  pids_limit: ['dropped', '10'],
  platform: ['dropped', 'linux/arm64'],
  ports: ['changed', '["127.0.0.1:8080:80"]'],
  post_start: ['dropped', '[{ command: ./warm-up.sh }]'],
  pre_stop: ['dropped', '[{ command: ./drain.sh }]'],
  privileged: ['same', 'true'],
  profiles: ['dropped', '[debug]'],
  provider: ['dropped', '{ type: model }'],
  pull_policy: ['same', 'always'],
  pull_refresh_after: ['dropped', '24h'],
  read_only: ['same', 'true'],
  restart: ['dropped', '"no"'],
  runtime: ['dropped', 'runc'],
  scale: ['same', '2'],
  secrets: ['same', '[password]'],
  security_opt: ['dropped', '["label:disable"]'],
  shm_size: ['dropped', '64m'],
  stdin_open: ['dropped', 'true'],
  stop_grace_period: ['same', '90s'],
  stop_signal: ['dropped', 'SIGUSR1'],
  storage_opt: ['dropped', '{ size: 1G }'],
  sysctls: ['dropped', '{ net.core.somaxconn: 1024 }'],
  tmpfs: ['same', '/run'],
  tty: ['dropped', 'true'],
  ulimits: ['dropped', '{ nproc: 65535 }'],
  use_api_socket: ['dropped', 'true'],
  user: ['same', '"1000:1000"'],
  userns_mode: ['dropped', 'host'],
  uts: ['dropped', 'host'],
  volumes: ['same', '["data:/var/lib/data"]'],
  volumes_from: ['dropped', '[db]'],
  working_dir: ['dropped', '/srv'],
};

function fileWith(key: string, value: string): string {
  return stringify({
    services: {
      web: { image: 'web:1', [key]: parse(value) },
      db: { image: 'db:1' },
    },
    configs: { settings: { content: 'a=1' } },
    secrets: { password: { content: 'geheim' } },
    volumes: { data: {} },
  });
}

const convert = (text: string) => importCompose(text, { model });
const webComponent = (text: string) => convert(text).document.component.find(({ name }) => name === 'web');

function keyFate(key: string, value: string): Fate | 'silent' {
  const text = fileWith(key, value);
  const { notCarried } = convert(text);
  const place = `services.web.${key}`;
  const here = notCarried.filter(
    ({ path }) => path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`),
  );
  if (here.some(({ how }) => how === 'changed')) return 'changed';
  if (here.length > 0) return 'dropped';
  const without = webComponent(fileWith('image', 'web:1'));
  return JSON.stringify(webComponent(text)) === JSON.stringify(without) ? 'silent' : 'same';
}

test.each(Object.entries(SERVICE_KEYS))('R-19: %s is carried or reported as listed', (key, [fate, value]) => {
  expect(keyFate(key, value)).toBe(fate);
  expect(lostLeaves(fileWith(key, value), convert, /^(version|(configs|secrets|volumes)\b.*)$/)).toEqual([]);
});

/** The keys below those of a service that the Compose Specification has, and those beside the services. */
const NESTED_KEYS: Readonly<Record<string, string>> = {
  deploy: `services:
  web:
    image: web:1
    deploy:
      mode: replicated
      endpoint_mode: vip
      replicas: 3
      labels: { team: shop }
      rollback_config: { parallelism: 1, delay: 1s, failure_action: pause, monitor: 2s, max_failure_ratio: 0.1, order: stop-first }
      update_config: { parallelism: 2, delay: 3s, failure_action: rollback, monitor: 4s, max_failure_ratio: 0.2, order: start-first }
      resources:
        limits: { cpus: "0.5", memory: 64M, pids: 9 }
        reservations:
          cpus: "0.25"
          memory: 32M
          generic_resources: [{ discrete_resource_spec: { kind: gpu, value: 2 } }]
          devices: [{ capabilities: [gpu], count: 1, driver: nvidia, options: { a: b } }]
      restart_policy: { condition: on-failure, delay: 5s, max_attempts: 3, window: 120s }
      placement: { constraints: [node.role==manager], preferences: [{ spread: node.labels.zone }], max_replicas_per_node: 2 }
`,
  healthcheck: `services:
  web:
    image: web:1
    healthcheck: { test: [CMD, check], interval: 10s, timeout: 3s, retries: 4, start_period: 20s, start_interval: 5s }
`,
  ports: `services:
  web:
    image: web:1
    ports: [{ name: http, mode: host, host_ip: 127.0.0.1, target: 80, published: "8080", protocol: tcp, app_protocol: http }]
`,
  volumes: `services:
  web:
    image: web:1
    volumes:
      - { type: volume, source: data, target: /data, read_only: true, consistency: cached, volume: { nocopy: true, subpath: sub, labels: { a: b } } }
      - { type: bind, source: ./code, target: /code, bind: { propagation: rshared, create_host_path: true, recursive: enabled, selinux: z } }
      - { type: tmpfs, target: /tmp, tmpfs: { size: 1000000, mode: 1777 } }
      - { type: image, source: tools:1, target: /tools, image: { subpath: bin } }
volumes:
  data: { driver: local, driver_opts: { type: nfs }, labels: { a: b }, name: other }
`,
  networks: `services:
  web:
    image: web:1
    networks:
      back: { aliases: [shop], interface_name: eth1, ipv4_address: 172.16.238.10, ipv6_address: "2001::10", link_local_ips: [57.123.22.11], mac_address: "02:42:ac:11:65:43", driver_opts: { a: b }, priority: 1000, gw_priority: 1 }
networks:
  back: { name: other, driver: bridge, driver_opts: { a: b }, ipam: { driver: default }, internal: true, enable_ipv4: true, enable_ipv6: true, attachable: true, labels: { a: b } }
`,
  'configs and secrets': `services:
  web:
    image: web:1
    configs: [{ source: settings, target: /etc/settings, uid: "103", gid: "104", mode: 288 }]
    secrets: [{ source: password, target: key, uid: "103", gid: "104", mode: 288 }]
configs:
  settings: { content: a=1, name: other, labels: { a: b }, template_driver: golang }
secrets:
  password: { environment: PASSWORD, name: other, labels: { a: b }, driver: vault, driver_opts: { a: b }, template_driver: golang }
`,
  'depends_on and hooks': `services:
  web:
    image: web:1
    depends_on: { db: { condition: service_healthy, restart: true, required: false } }
    post_start: [{ command: warm-up, user: root, privileged: true, working_dir: /srv, environment: { A: b } }]
    env_file: [{ path: web.env, format: raw, required: false }]
    develop: { watch: [{ path: ./src, action: sync, target: /src, ignore: [a], include: [b], initial_sync: true }] }
    models: { llm: { endpoint_var: URL, model_var: MODEL } }
  db: { image: db:1 }
models:
  llm: { name: other, model: ai/model, context_size: 1024, runtime_flags: [--fast] }
include: [{ path: other.yaml, env_file: other.env, project_directory: . }]
name: shop
`,
};

test.each(Object.entries(NESTED_KEYS))('R-19: no key of %s is lost without a note', (_part, text) => {
  expect(lostLeaves(text, convert, /^version$/)).toEqual([]);
});

function notes(lines: string): readonly string[] {
  return convert(lines).notCarried.map(({ how, path, what, why }) => `${how} ${path} (${what}): ${why}`);
}

describe('R-19: changes of meaning are reported once, with what to do', () => {
  test('R-19: a profile', () => {
    const [note, ...more] = notes('services: { dbg: { image: a, profiles: [debug] } }');
    expect(note).toContain('dropped services.dbg.profiles');
    expect(note).toContain('Set its replicas to 0');
    expect(more).toEqual([]);
  });

  test('R-19: a task that others wait for runs once, as often as Compose would try it', () => {
    const text = `services:
  web: { image: web:1, depends_on: { migrate: { condition: service_completed_successfully } } }
  migrate: { image: web:1, command: migrate, restart: "no" }
  load: { image: web:1, restart: "on-failure:3" }
  later: { image: web:1, depends_on: { load: { condition: service_completed_successfully } } }
`;
    const { document } = convert(text);
    const named = (name: string) => document.component.find((each) => each.name === name);
    expect(named('migrate')).toMatchObject({ type: 'job', properties: { restartPolicy: 'Never', backoffLimit: 0 } });
    expect(named('load')).toMatchObject({ type: 'job', properties: { restartPolicy: 'OnFailure', backoffLimit: 3 } });
    const reported = notes(text);
    expect(reported.filter((each) => each.includes('--rerun'))).toHaveLength(2);
    expect(reported).toHaveLength(2);
  });

  test.each([
    ['"no"', 'set its type to job.'],
    ['on-failure', 'job with restartPolicy OnFailure'],
    ['"on-failure:5"', 'job with restartPolicy OnFailure'],
  ])('R-19: a service with restart: %s', (restart, advice) => {
    const [note] = notes(`services: { task: { image: a, restart: ${restart} } }`);
    expect(note).toContain('dropped services.task.restart');
    expect(note).toContain(advice);
  });

  test('R-19: volumes of several replicas, shared volumes and volumes without a name', () => {
    const own = notes('services: { db: { image: a, scale: 2, volumes: ["data:/d"] } }\nvolumes: { data: {} }');
    expect(own).toEqual([expect.stringContaining('each has its own volume')]);
    const shared = notes(
      'services: { aa: { image: a, scale: 2, volumes: ["data:/d"] }, bb: { image: b, volumes: ["data:/d"] } }\nvolumes: { data: {} }',
    );
    expect(shared.filter((each) => each.includes('ReadWriteOnce'))).toHaveLength(2);
    expect(notes('services: { db: { image: a, volumes: [/cache] } }')).toEqual([
      expect.stringContaining('Name the volume to keep the data.'),
    ]);
  });

  test.each([
    ['"8080:80"', 'the port 8080 of the host', 'It is reachable on port 80.'],
    ['"80:80"', 'the port 80 of the host', 'Ports are not published on hosts. The component'],
    ['"80"', 'a free port of the host', 'add an ingress'],
    ['"127.0.0.1:8080:80"', 'the port 8080 of the host at 127.0.0.1', 'It is reachable on port 80.'],
    ['"127.0.0.1::80"', 'a free port of the host at 127.0.0.1', 'add an ingress'],
    ['"8000-8001:90-91/udp"', 'the port 8000-8001 of the host', 'It is reachable on port 90-91.'],
    [
      '{ target: 80, published: "8080", host_ip: 127.0.0.1, mode: ingress }',
      'the port 8080 of the host at 127.0.0.1',
      '80',
    ],
  ])('R-19: the host port of %s', (port, what, why) => {
    const reported = notes(`services: { web: { image: a, ports: [${port}] } }`);
    expect(reported).toHaveLength(1);
    expect(reported[0]).toContain(`(${what})`);
    expect(reported[0]).toContain(why);
  });

  test('R-19: a further name on a network, and a build without an image', () => {
    const [build, alias, ...more] = notes(
      'name: shop\nservices: { web: { build: ., networks: { back: { aliases: [api], ipv4_address: 1.2.3.4 } } } }\nnetworks: { back: {} }',
    );
    expect(build).toContain('Build and push "shop-web:latest"');
    expect(alias).toContain('Replace the name "api" where it is used.');
    expect(more).toEqual([expect.stringContaining('ipv4_address'), expect.stringContaining('dropped networks ')]);
  });

  test('R-19: an image with a variable that has no value keeps its component', () => {
    const { document, notCarried } = convert('services: { web: { image: "web:$' + '{TAG}" } }');
    expect(document.component.map(({ name }) => name)).toEqual(['web']);
    expect(notCarried.some(({ why }) => why.includes('replace it with the name of the image'))).toBe(true);
    expect(model.parse(document, { unknownFields: 'refuse' }).document).toBeDefined();
  });
});
