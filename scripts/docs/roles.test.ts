import { expect, test } from 'vitest';
import { type Endpoint, isStaffOnly } from '#contract/endpoint.ts';
import { endpointsOf } from '#server/http/endpoint.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { deskEndpoints, endpointTable } from './roles.ts';

const named = ({ method, path }: Endpoint) => `${method} ${path}`;

test('R78 every endpoint of the desk that the server has is in the table of roles', async () => {
  const { app } = await startDesk(engineUnderTest('sqlite'));
  await app.ready();
  const declared = await deskEndpoints();
  const names = new Set(declared.map(named));
  const served = endpointsOf(app).filter(isStaffOnly).map(named);
  expect(served.length).toBeGreaterThan(0);
  expect(served.filter((name) => !names.has(name))).toEqual([]);
  const table = endpointTable(declared);
  for (const name of names) expect(table).toContain(`\`${name}\``);
});
