import { type Db, sql, type Transaction } from '../db.ts';

/** A member's second factor. */
export interface StoredTwoFactor {
  /** Encrypted. Undefined: never set up. */
  secret: Buffer | undefined;
  /** Whether the member has confirmed it. */
  isOn: boolean;
  /** The step of the code that was used last. */
  step: number | undefined;
  codesLeft: number;
}

const columns = sql`totp_secret as secret, totp_since is not null as is_on, totp_step::float8 as step,
  cardinality(recovery_hashes) as codes_left`;

export function readTwoFactor(db: Db, memberId: string): Promise<StoredTwoFactor | undefined> {
  return db.record<StoredTwoFactor>(sql`select ${columns} from members where member_id = ${memberId}`);
}

/** Locked until the transaction ends: otherwise a code could be used twice in parallel. */
export function lockTwoFactor(tx: Transaction, memberId: string): Promise<StoredTwoFactor | undefined> {
  return tx.record<StoredTwoFactor>(
    sql`select ${columns}
        from members
        where member_id = ${memberId}
        for no key update`,
  );
}

/** A secret that the member still has to confirm with a code. */
export async function setTotpSecret(db: Db, memberId: string, secret: Buffer): Promise<void> {
  await db.query(
    sql`update members
        set totp_secret = ${secret}, totp_step = null, recovery_hashes = '{}'
        where member_id = ${memberId}
          and totp_since is null`,
  );
}

export async function turnOnTwoFactor(
  tx: Transaction,
  memberId: string,
  { step, recoveryHashes }: { step: number; recoveryHashes: Buffer[] },
): Promise<void> {
  await tx.query(
    sql`update members
        set totp_since = now(), totp_step = ${step}, recovery_hashes = ${recoveryHashes}
        where member_id = ${memberId}`,
  );
}

export async function turnOffTwoFactor(tx: Transaction, memberId: string): Promise<void> {
  await tx.query(
    sql`update members
        set totp_secret = null, totp_since = null, totp_step = null, recovery_hashes = '{}'
        where member_id = ${memberId}`,
  );
}

export async function setTotpStep(tx: Transaction, memberId: string, step: number): Promise<void> {
  await tx.query(sql`update members set totp_step = ${step} where member_id = ${memberId}`);
}

/** Uses up a recovery code. Returns whether the member had it. */
export function takeRecoveryCode(tx: Transaction, memberId: string, hash: Buffer): Promise<boolean> {
  return tx.returnsRows(
    sql`update members
        set recovery_hashes = array_remove(recovery_hashes, ${hash})
        where member_id = ${memberId}
          and ${hash} = any(recovery_hashes)
        returning member_id`,
  );
}
