/** A model view in one line: records by name, `#1` a fold, `~` cleared, `=` standing behind a reset, `-` thinking gone. */
import { modelView, parseNotation, type Sequence, type Timeline, type ViewItem } from '@leat/kernel';

export const showItems = (items: Sequence<ViewItem>): string =>
  [...items]
    .map((item) => {
      if (item.form === 'fold') return item.record.uuid;
      const marks = [
        item.standing ? '=' : '',
        item.form === 'cleared' ? '~' : '',
        item.thinkingDropped ? '-' : '',
      ];
      return marks.join('') + item.record.uuid;
    })
    .join(' ');

export const show = (timeline: Timeline): string => showItems(modelView(timeline));

/** The model view of a notation. */
export const see = (text: string): string => show(parseNotation(text));
