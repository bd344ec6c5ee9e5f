import { createSignInToken } from '../access/sessions.ts';
import type { Call } from './command.ts';
import { chooseAccount, type Service } from './open.ts';

export async function run(
  { db }: Service,
  { config, options }: Call<{ account: string | undefined }>,
): Promise<string> {
  const { accountId } = await chooseAccount(db, options.account);
  const address = config.BASE_URL ?? `http://localhost:${config.PORT}`;
  return `${address}/sign-in#token=${await createSignInToken(db, accountId)}`;
}
