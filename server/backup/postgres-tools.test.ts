import { expect, test } from 'vitest';
import { connectionEnv } from './postgres-tools.ts';

const url = 'postgres://desk:p%40ss@db.example:6432/boxline';
const tlsOf = (end: string) => {
  const { PGSSLMODE, PGSSLROOTCERT } = connectionEnv(url + end, '/roots.pem');
  return [PGSSLMODE, PGSSLROOTCERT];
};

test('R64 pg_dump and psql check the certificate whenever the server does', () => {
  for (const end of [
    '?sslmode=verify-full',
    '?sslmode=require',
    '?ssl=true',
    '?uselibpqcompat=true&sslmode=verify-full',
  ]) {
    expect(tlsOf(end), end).toEqual(['verify-full', '/roots.pem']);
  }
});

test('R64 an authority of the operator stands in place of the public ones, with a certificate of our own', () => {
  const end = '?sslmode=verify-full&sslrootcert=/dev/null&sslcert=/dev/null&sslkey=/dev/null';
  expect(connectionEnv(url + end, '/roots.pem')).toMatchObject({
    PGSSLROOTCERT: '/dev/null',
    PGSSLCERT: '/dev/null',
    PGSSLKEY: '/dev/null',
  });
});

test('without TLS in the address there is none for the programs', () => {
  expect(tlsOf('')).toEqual([undefined, undefined]);
  expect(tlsOf('?sslmode=disable')).toEqual(['disable', undefined]);
  expect(connectionEnv(url, '/roots.pem')).toMatchObject({ PGHOST: 'db.example', PGPORT: '6432', PGPASSWORD: 'p@ss' });
});
