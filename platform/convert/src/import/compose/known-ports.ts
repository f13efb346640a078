/**
 * Where well-known images listen. Compose files rarely list it, as containers on one network reach every port of each
 * other; a Service has to name its ports.
 */
const PORTS: Readonly<Record<string, readonly number[]>> = {
  adminer: [8080],
  caddy: [80, 443],
  cassandra: [9042],
  clickhouse: [8123, 9000],
  'clickhouse-server': [8123, 9000],
  consul: [8500],
  couchdb: [5984],
  elasticsearch: [9200],
  etcd: [2379],
  ghost: [2368],
  grafana: [3000],
  httpd: [80],
  influxdb: [8086],
  kafka: [9092],
  kibana: [5601],
  mailhog: [1025, 8025],
  mariadb: [3306],
  memcached: [11_211],
  minio: [9000, 9001],
  mongo: [27_017],
  mysql: [3306],
  nats: [4222],
  neo4j: [7474, 7687],
  nginx: [80],
  opensearch: [9200],
  phpmyadmin: [80],
  postgis: [5432],
  postgres: [5432],
  prometheus: [9090],
  rabbitmq: [5672],
  redis: [6379],
  registry: [5000],
  traefik: [80],
  valkey: [6379],
  vault: [8200],
  wordpress: [80],
  zookeeper: [2181],
};

/** The ports an image is known to listen on; none for images we do not know. */
export function knownPorts(image: string): readonly number[] {
  const name = image.replace(/@.*$/, '').split('/').at(-1)?.replace(/:.*$/, '') ?? '';
  return Object.hasOwn(PORTS, name) ? (PORTS[name] ?? []) : [];
}
