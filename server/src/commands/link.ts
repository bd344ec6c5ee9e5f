import { createSignInToken } from '../access/sessions.ts';
import type { Call } from './command.ts';
import { chooseAccount, type Service } from './open.ts';
import { addressOfServer } from './server-mark.ts';

export async function run(
  { db, dataDir }: Service,
  { config, options }: Call<{ account: string | undefined }>,
): Promise<string> {
  const { accountId } = await chooseAccount(db, options.account);
  const address = await addressOfServer(config, dataDir);
  return `${address}/sign-in#token=${await createSignInToken(db, accountId)}`;
}
