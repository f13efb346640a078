import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTokenFile } from './token-file.ts';

describe('a token file', () => {
  it('names user, uid and groups of each token', () => {
    const text = '# staff\nsecret-1,alice,42,"dev,ops"\r\n\nsecret-2,bob,7\n  "a ""b""" ,x,1';
    expect(() => parseTokenFile(text)).toThrow('the token file:5: a token cannot contain spaces');
    expect(parseTokenFile('secret-1,alice,42,"dev, ops"\n\nsecret-2,bob,7,\nsecret-3,eve,,one')).toEqual({
      users: [
        { token: 'secret-1', user: { username: 'alice', uid: '42', groups: ['dev', 'ops'] } },
        { token: 'secret-2', user: { username: 'bob', uid: '7', groups: [] } },
        { token: 'secret-3', user: { username: 'eve', groups: ['one'] } },
      ],
      warnings: [],
    });
  });

  it('reports every wrong line by its number, and no token', () => {
    const text = 'good,alice,1\nsecret-a,bob\nsecret-b,"bob,1\nsecret-c,,1\nsecret-d,eve,1,a,b\nsecret-e,x"y,1';
    let message = '';
    try {
      parseTokenFile(text, 'tokens.csv');
    } catch (error) {
      message = String(error);
    }
    for (const line of [2, 3, 4, 5, 6]) expect(message).toContain(`tokens.csv:${line}: `);
    expect(message).not.toContain('tokens.csv:1: ');
    expect(message).not.toContain('secret-');
  });

  it('skips an empty token and lets the last of two equal tokens win, with a warning each', () => {
    const { users, warnings } = parseTokenFile(',ghost,1\nsame,alice,1\nsame,bob,2');
    expect(users).toEqual([{ token: 'same', user: { username: 'bob', uid: '2', groups: [] } }]);
    expect(warnings).toHaveLength(2);
    expect(JSON.stringify(warnings)).not.toContain('same,');
  });

  it('reads back whatever was written with every field in quotes', () => {
    const field = fc.string({ minLength: 1, unit: fc.constantFrom(...'abc,"é:-') });
    fc.assert(
      fc.property(fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 5 }), (rows) => {
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const text = rows.map(([user, uid], index) => `t${index},${quoted(user)},${quoted(uid)}`).join('\n');
        const { users } = parseTokenFile(text);
        expect(users.map(({ user }) => [user.username, user.uid])).toEqual(rows);
      }),
    );
  });
});
