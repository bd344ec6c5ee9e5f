import type { Db, Transaction } from '../../src/store/db.ts';

/** The same database, counting what is sent to it: a statement is one, and so are the begin and the commit of a transaction. */
export function countStatements(db: Db, onStatement: (text: string) => void = () => {}) {
  let sent = 0;
  const noted = <Statement extends { text: string }>(statement: Statement) => {
    sent++;
    onStatement(statement.text);
    return statement;
  };
  const countedOn = (runner: Db['quick']): Db['quick'] => ({
    source: runner.source,
    query: (statement) => runner.query(noted(statement)),
    records: (statement) => runner.records(noted(statement)),
    record: (statement) => runner.record(noted(statement)),
    number: (statement) => runner.number(noted(statement)),
    returnsRows: (statement) => runner.returnsRows(noted(statement)),
  });
  const counted: Db = {
    ...countedOn(db),
    quick: countedOn(db.quick),
    transaction(work) {
      sent += 2;
      return db.transaction((tx) => work(countedOn(tx) as Transaction));
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
