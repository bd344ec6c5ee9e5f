export interface CsvRow {
  /** The line of the file on which the row begins. */
  line: number;
  cells: string[];
}

/** Rows of a CSV text that comes in pieces; memory holds one row. A quoted cell may span lines. */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const reader = createReader();
  for await (const piece of pieces) {
    for (const character of piece) {
      const row = reader.take(character);
      if (row) yield row;
    }
  }
  const last = reader.end();
  if (last) yield last;
}

function createReader() {
  let cells: string[] = [];
  let cell = '';
  let line = 1;
  let began = 1;
  // After a quote inside quotes it is open whether the cell ends or a quote was meant.
  let state: 'start' | 'plain' | 'quoted' | 'closing' = 'start';

  function endRow(): CsvRow | undefined {
    const row = { line: began, cells: [...cells, cell] };
    [cells, cell, state, began] = [[], '', 'start', line];
    return row.cells.length > 1 || row.cells[0] !== '' ? row : undefined;
  }

  function take(character: string): CsvRow | undefined {
    if (character === '\n') line++;
    if (state === 'quoted') {
      if (character === '"') state = 'closing';
      else cell += character;
    } else if (character === '"' && state !== 'plain') {
      if (state === 'closing') cell += '"';
      state = 'quoted';
    } else if (character === ',') {
      cells.push(cell);
      [cell, state] = ['', 'start'];
    } else if (character === '\n') {
      return endRow();
    } else if (character !== '\r' && character !== '\ufeff') {
      cell += character;
      state = 'plain';
    }
    return undefined;
  }

  return { take, end: endRow };
}
