import { expect, test } from 'vitest';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

eachEngine((under) => {
  test.each(['\0\0', '\ud800a', 'x\0\udc00'])(
    'R109 an export of a search with a NUL or half of a character begins and is downloaded: %j',
    async (search) => {
      const { signInAs, desk } = await startDesk(under);
      const { cookie } = await signInAs('admin');
      for (const kind of ['leads', 'dealerships', 'requests', 'messages', 'people']) {
        const begun = await desk('POST', '/api/desk/exports', { cookie, body: { kind, filter: { search } } });
        expect([kind, begun.status]).toEqual([kind, 200]);
        const file = await desk('GET', begun.json<{ address: string }>().address, { cookie });
        expect([kind, file.status]).toEqual([kind, 200]);
      }
    },
  );
});
