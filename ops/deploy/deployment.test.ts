import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { parse, parseAllDocuments } from 'yaml';
import { buildServer } from '#kernel/http/server.ts';
import { loadConfig, settings } from '#kernel/platform/config.ts';
import { clusterProcesses } from '../cluster/topology.ts';
import { partNames } from '../start/parts.ts';
import { operatorRoutes } from '../start/web-routes.ts';
import { startHarness } from '../testing/harness.ts';
import { natsUsers } from '../tools/keys/make-keys.ts';

// Compiled, it lies in .build/js; what it looks at are the sources.
const root = new URL(import.meta.url.endsWith('.js') ? '../../../../' : '../../', import.meta.url).pathname;
const read = (path: string) => readFile(join(root, path), 'utf8');

interface Probe {
  httpGet?: { path: string; port: string };
}
interface Container {
  name: string;
  image: string;
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[];
  envFrom?: { configMapRef: { name: string } }[];
  ports: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: { allowPrivilegeEscalation: boolean };
  volumeMounts: { name: string; mountPath: string }[];
}
interface Pod {
  enableServiceLinks: boolean;
  terminationGracePeriodSeconds: number;
  securityContext: { runAsNonRoot: boolean };
  containers: [Container];
  volumes?: { name: string; configMap?: { name: string } }[];
}
interface Thing {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  data?: Record<string, string>;
  spec: {
    replicas: number;
    serviceName?: string;
    clusterIP?: string;
    selector: Record<string, string> & { matchLabels: Record<string, string> };
    ports: { name: string; port: number; targetPort: string }[];
    template: { metadata: { labels: Record<string, string> }; spec: Pod };
    volumeClaimTemplates?: { metadata: { name: string } }[];
    rules: { http: { paths: { path: string; backend: { service: { name: string; port: { name: string } } } }[] } }[];
  };
}

const files = ['config', 'network', 'postgres', 'nats', 'serving', 'background'];
const manifests = async (): Promise<Thing[]> => {
  const texts = await Promise.all(files.map((name) => read(`ops/deploy/k8s/${name}.yaml`)));
  return texts.flatMap((text) => parseAllDocuments(text).map((one) => one.toJS() as Thing));
};

/** The parts that `--only` names among arguments. */
const partsIn = (args: readonly string[]): string[] => args[args.indexOf('--only') + 1]!.split(',');

const example: Record<string, string> = {
  DATABASE_URL: 'postgres://storyrail:x@postgres:5432/storyrail',
  METRICS_TOKEN: 'x'.repeat(32),
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'stories@stories.example',
  PUBLIC_URL: 'https://stories.example',
};
const matches = (selector: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

t.test('the manifests of Kubernetes', async (t) => {
  const things = await manifests();
  const of = (kind: string) => things.filter((thing) => thing.kind === kind);
  const named = (kind: string, name: string) => of(kind).find((thing) => thing.metadata.name === name);
  const workloads = [...of('Deployment'), ...of('StatefulSet')];
  const product = of('Deployment');
  const shared = named('ConfigMap', 'storyrail')!.data!;

  await t.test('run every part, name only settings that exist, and the product takes them', async (t) => {
    const parts = product.flatMap((one) => partsIn(one.spec.template.spec.containers[0].args!));
    t.same([...parts].sort(), [...partNames].sort());
    for (const { metadata, spec } of product) {
      const [container] = spec.template.spec.containers;
      t.same(container.envFrom, [{ configMapRef: { name: 'storyrail' } }]);
      const env = { ...shared };
      // What another variable holds within it is for that one alone.
      const all = container.env!;
      const inner = all.filter(({ name }) => all.some(({ value }) => value?.includes(`$(${name})`)));
      for (const { name, value, valueFrom } of all) {
        if (/PASSWORD|DATABASE|TOKEN|SMTP/.test(name))
          t.ok(valueFrom?.secretKeyRef, `${metadata.name}: ${name} is a reference to a secret`);
        if (!inner.some((one) => one.name === name)) env[name] = value?.replace(/\$\(\w+\)/g, 'x') ?? example[name]!;
      }
      for (const name of Object.keys(env)) t.ok(name in settings, `${metadata.name}: ${name} is a setting`);
      t.equal(loadConfig(env).PORT, container.ports[0]!.containerPort);
    }
  });

  await t.test('name only secrets that their first lines say how to make', async (t) => {
    const said = await read('ops/deploy/k8s/config.yaml');
    const keys = workloads.flatMap(({ spec }) =>
      (spec.template.spec.containers[0].env ?? []).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
    );
    for (const { name, key } of keys) {
      if (name === 'nats-passwords') t.ok(natsUsers.some((user) => key === `${user.toUpperCase()}_PASSWORD`));
      else t.match(said, `--from-literal=${key}=`);
      t.match(said, `kubectl create secret generic ${name} `);
    }
  });

  await t.test('give every pod health checks, limits, no root, and time to end', async (t) => {
    for (const { metadata, spec } of workloads) {
      const pod = spec.template.spec;
      const [container] = pod.containers;
      t.ok(container.readinessProbe && container.livenessProbe, `${metadata.name} is checked`);
      t.ok(container.resources.requests.memory && container.resources.limits.memory, `${metadata.name} has limits`);
      t.equal(pod.securityContext.runAsNonRoot, true);
      t.equal(container.securityContext.allowPrivilegeEscalation, false);
      t.ok(pod.terminationGracePeriodSeconds >= 15 + 5, `${metadata.name} may drain`);
      // A service called sdk would otherwise set SDK_PORT, which is no setting and stops the start.
      t.equal(pod.enableServiceLinks, false);
      const volumes = [...(pod.volumes ?? []), ...(spec.volumeClaimTemplates ?? []).map((one) => one.metadata)];
      for (const mount of container.volumeMounts)
        t.ok(
          volumes.some(({ name }) => name === mount.name),
          `${metadata.name} has the volume ${mount.name}`,
        );
      for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe])
        if (probe?.httpGet) t.ok(container.ports.some(({ name }) => name === probe.httpGet!.port));
    }
  });

  await t.test('select pods that exist, and guard whatever has several copies', async (t) => {
    const labels = workloads.map(({ spec }) => spec.template.metadata.labels);
    for (const { metadata, spec } of workloads) {
      t.ok(matches(spec.selector.matchLabels, spec.template.metadata.labels), metadata.name);
      const guards = of('PodDisruptionBudget').filter((one) =>
        matches(one.spec.selector.matchLabels, spec.template.metadata.labels),
      );
      t.equal(guards.length, spec.replicas > 1 ? 1 : 0, `${metadata.name} is guarded`);
    }
    for (const { metadata, spec } of of('Service')) {
      const pods = workloads.filter((_, index) => matches(spec.selector, labels[index]!));
      t.equal(pods.length, 1, metadata.name);
      const ports = pods[0]!.spec.template.spec.containers[0].ports.map(({ name }) => name);
      for (const { targetPort } of spec.ports) t.ok(ports.includes(targetPort), `${metadata.name}: ${targetPort}`);
    }
    const { paths } = of('Ingress')[0]!.spec.rules[0]!.http;
    t.same(
      paths.map(({ path, backend }) => [path, backend.service.name]),
      [
        ['/sdk/v1/preview', 'api'],
        ['/sdk', 'sdk'],
        ['/', 'api'],
      ],
      'the sdk part reads no drafts',
    );
    for (const { backend } of paths) {
      const service = named('Service', backend.service.name)!;
      t.ok(service.spec.ports.some(({ name }) => name === backend.service.port.name));
    }
    const longest = of('Ingress')[0]!.metadata.annotations!['nginx.ingress.kubernetes.io/proxy-body-size']!;
    t.match(longest, /^\d+m$/);
    t.ok(
      Number.parseInt(longest, 10) * 1024 * 1024 > loadConfig({}).VIDEO_MAX_BYTES,
      'the largest upload comes through',
    );
  });

  await t.test('address NATS where it is', async (t) => {
    const nats = named('StatefulSet', 'nats')!;
    const pods = Array.from({ length: nats.spec.replicas }, (_, index) => `nats-${index}.${nats.spec.serviceName}`);
    t.equal(named('Service', nats.spec.serviceName!)!.spec.clusterIP, 'None');
    const port = (name: string) =>
      nats.spec.template.spec.containers[0].ports.find((one) => one.name === name)!.containerPort;
    const access = await read('ops/deploy/k8s/nats-access.conf');
    for (const { metadata, spec } of product) {
      const env = Object.fromEntries(spec.template.spec.containers[0].env!.map(({ name, value }) => [name, value]));
      const urls = env.NATS_URL!.split(',').map((url) => new URL(url.replace('$(NATS_PASSWORD)', 'x')));
      t.same(
        urls.map((url) => url.host),
        pods.map((pod) => `${pod}:${port('client')}`),
      );
      t.ok(urls.every(({ protocol }) => protocol === 'tls:'));
      t.equal(urls[0]!.username, metadata.name);
      t.match(access, `user: ${metadata.name}, password: $${metadata.name.toUpperCase()}_PASSWORD`);
      t.match(access, `"${env.NATS_INBOX}.>"`);
    }
    t.match(access, `port: ${port('client')}\n`);
    t.match(access, 'http: "127.0.0.1:8222"\n', 'nobody else sees what its monitor says');
    const routes = nats.spec.template.spec.containers[0].env!.find(({ name }) => name === 'ROUTES')!.value;
    t.equal(routes, `[${pods.map((pod) => `nats://${pod}:${port('cluster')}`).join(', ')}]`);
    const kustomization = parse(await read('ops/deploy/k8s/kustomization.yaml')) as {
      resources: string[];
      configMapGenerator: { name: string; files: string[] }[];
    };
    t.same(kustomization.resources.sort(), files.map((name) => `${name}.yaml`).sort());
    t.same(kustomization.configMapGenerator, [{ name: 'nats', files: ['nats.conf', 'nats-access.conf'] }]);
    t.match(await read('ops/deploy/k8s/nats.conf'), 'include ./nats-access.conf\n');
  });

  await t.test('let nobody speak to anybody but whom it needs', async (t) => {
    interface Peer {
      podSelector?: { matchLabels: Record<string, string> };
      namespaceSelector?: { matchLabels: Record<string, string> };
      ipBlock?: { cidr: string; except: string[] };
    }
    type Policy = {
      podSelector: { matchLabels?: Record<string, string> };
      policyTypes: string[];
      ingress?: { from: Peer[] }[];
      egress?: { to: Peer[]; ports: { port: number }[] }[];
    };
    const policies = of('NetworkPolicy').map(({ spec }) => spec as unknown as Policy);
    t.ok(
      policies.some(
        (one) => !one.podSelector.matchLabels && !one.ingress && !one.egress && one.policyTypes.length === 2,
      ),
      'nothing goes that is not named',
    );
    const word = ({ podSelector, namespaceSelector, ipBlock }: Peer): string =>
      podSelector?.matchLabels.app ?? namespaceSelector?.matchLabels['kubernetes.io/metadata.name'] ?? ipBlock!.cidr;
    const mayReach = Object.fromEntries(
      workloads.map(({ metadata, spec }) => {
        const own = policies.filter(
          (one) => one.podSelector.matchLabels && matches(one.podSelector.matchLabels, spec.template.metadata.labels),
        );
        const peers = own
          .flatMap((one) => one.egress ?? [])
          .flatMap(({ to, ports }) => to.flatMap((one) => ports.map(({ port }) => `${word(one)}:${port}`)));
        return [metadata.name, peers.sort()];
      }),
    );
    const stores = ['nats:4222', 'postgres:5432'];
    const world = (...ports: number[]) => ports.map((port) => `0.0.0.0/0:${port}`);
    t.same(mayReach, {
      // Sites that people name; stores, Stripe and those who people sign in with.
      api: [...world(443, 80), ...stores],
      sdk: stores,
      projections: stores,
      // Twilio and Stripe; the mail server.
      jobs: [...world(443, 465, 587), ...stores],
      relay: stores,
      nats: ['nats:6222'],
      postgres: [],
    });
    for (const { ipBlock } of policies.flatMap((one) => (one.egress ?? []).flatMap(({ to }) => to)))
      if (ipBlock) t.ok(ipBlock.except.includes('10.0.0.0/8'), 'the world is not the cluster');
    for (const address of shared.TRUST_PROXY!.split(',')) t.ok(isIP(address), 'proxies are named one by one');
    const sdk = named('Deployment', 'sdk')!.spec.template.spec.containers[0].env!;
    t.same(sdk.find(({ name }) => name === 'DATABASE_URL')!.valueFrom, {
      secretKeyRef: { name: 'storyrail', key: 'sdk-database-url' },
    });
    const mounts = (name: string) =>
      named('Deployment', name)!.spec.template.spec.containers[0].volumeMounts.map((one) => one.mountPath);
    t.same(mounts('sdk').sort(), ['/data', '/data/files', '/data/sdk.secret', '/nats', '/tmp'], 'and no root secret');
    t.ok(mounts('api').includes('/data/root.secret'));
    t.match(
      await read('ops/deploy/k8s/config.yaml'),
      'kubectl create secret generic storyrail-sdk --from-file=ops/keys/sdk.secret',
    );
  });
});

t.test('the compose file runs every part with settings that exist, against services that exist', async (t) => {
  interface Service {
    image: string;
    command?: string[];
    environment?: Record<string, string>;
    stop_grace_period: string;
    ports?: string[];
    depends_on?: Record<string, unknown>;
    volumes: (string | { source: string; target: string; read_only?: boolean })[];
  }
  const compose = parse(await read('ops/deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };
  const services = Object.entries(compose.services);
  const product = services.filter(([name, service]) => service.image === 'storyrail' && name !== 'sdk-secret');
  const parts = product.flatMap(([, service]) => partsIn(service.command!));
  t.same([...new Set(parts)].sort(), [...partNames].sort());
  const pages = product.map(([, service]) => partsIn(service.command!)).filter((names) => names.includes('web'));
  for (const names of [
    ...pages,
    ...clusterProcesses.map((one) => one.parts.split(',')).filter((one) => one.includes('web')),
  ])
    t.ok(names.includes('api') && names.includes('sdk'), 'a page finds what it asks at the address that it came from');
  for (const [name, service] of product) {
    const env = { ...service.environment };
    for (const key of Object.keys(env)) {
      t.ok(key in settings, `${name}: ${key} is a setting`);
      if (key === 'NATS_URL') env[key] = env[key]!.replace(/\$\{[^}]*\}/g, 'x');
      else if (env[key]!.includes('${')) env[key] = example[key] ?? '';
    }
    const config = loadConfig(env);
    for (const url of config.NATS_URL!.split(',')) t.ok(new URL(url).hostname in compose.services, url);
    const delivers = name.startsWith('sdk-');
    t.match(service.environment!.DATABASE_URL, delivers ? '//storyrail_sdk@postgres:5432/' : '@postgres:5432/');
    t.equal(service.volumes.includes('data:/data'), !delivers, `${name}: who delivers sees files alone`);
    for (const port of service.ports ?? []) t.ok(port.endsWith(`:${config.PORT}`), `${name}: ${port}`);
    t.ok(Number.parseInt(service.stop_grace_period, 10) > 10, `${name} may drain`);
  }
  for (const [name, service] of services)
    for (const volume of service.volumes) {
      const [source] = typeof volume === 'string' ? (volume.split(':') as [string]) : [volume.source];
      if (source.startsWith('./k8s/')) t.ok(existsSync(join(root, 'ops/deploy', source)), `${name}: ${volume}`);
      else if (!source.startsWith('../keys')) t.ok(source in compose.volumes, `${name}: ${volume}`);
    }
  for (const n of [1, 2, 3]) {
    const { environment, volumes } = compose.services[`nats-${n}`]!;
    t.equal(environment!.SERVER_NAME, `nats-${n}`);
    t.match(environment!.ROUTES, `nats://nats-${n}:6222`);
    for (const user of natsUsers)
      t.match(environment![`${user.toUpperCase()}_PASSWORD`], `\${${user.toUpperCase()}_PASSWORD:?`);
    t.ok(volumes.includes('./k8s/nats-access.conf:/etc/nats/nats-access.conf:ro'));
  }
});

t.test('the addresses that are asked for health answer', async (t) => {
  const h = await startHarness(t, { parts: false });
  const server = await buildServer(h.kernel, [operatorRoutes(() => [])]);
  t.teardown(() => server.close());
  const paths = (await manifests())
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ spec }) => {
      const { startupProbe, readinessProbe, livenessProbe } = spec.template.spec.containers[0];
      return [startupProbe, readinessProbe, livenessProbe].map((probe) => probe!.httpGet!.path);
    });
  const image = /http:\/\/127\.0\.0\.1:(\d+)(\/[a-z/]+)/.exec(await read('ops/deploy/Dockerfile'))!;
  t.equal(image[1], String(loadConfig({}).PORT));
  for (const url of new Set([...paths, image[2]!])) t.equal((await server.inject({ url })).statusCode, 200, url);
});
