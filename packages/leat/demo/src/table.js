/** Plain text tables: columns as wide as their widest cell, numbers to the right. */

function widthsOf(rows) {
  const columns = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => String(row[column] ?? '').length)),
  );
}

function cell(value, width, align) {
  const text = String(value ?? '');
  return align === 'right' ? text.padStart(width) : text.padEnd(width);
}

/** Draws rows with two spaces between the columns; `aligns` names a side for each column. */
export function drawTable(rows, aligns = []) {
  const widths = widthsOf(rows);
  return rows
    .map((row) =>
      widths
        .map((width, column) => cell(row[column], width, aligns[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A line as wide as the widest line of a text. */
export function ruleFor(text, mark = '-') {
  const width = Math.max(...text.split('\n').map((line) => line.length));
  return mark.repeat(width);
}
