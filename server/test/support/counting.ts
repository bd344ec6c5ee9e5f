import type { Db, Sql, Transaction } from '../../src/store/db.ts';

/** The same database, counting what is sent to it: a statement is one, and so are the begin and the commit of a transaction. */
export function countStatements(db: Db) {
  let sent = 0;
  const counted: Db = {
    query(statement) {
      sent++;
      return db.query(statement);
    },
    records(statement) {
      sent++;
      return db.records(statement);
    },
    transaction(work) {
      sent += 2;
      return db.transaction((tx) =>
        work({
          query: (statement: Sql) => {
            sent++;
            return tx.query(statement);
          },
          records: (statement: Sql) => {
            sent++;
            return tx.records(statement);
          },
        } as Transaction),
      );
    },
    atOneMoment: (work) => db.atOneMoment(work),
    connections: () => db.connections(),
    close: () => db.close(),
  };
  return {
    db: counted,
    /** How many since the last time it was asked. */
    take() {
      const count = sent;
      sent = 0;
      return count;
    },
  };
}
