import { texts } from '../lib/language.tsx'

/** Of an employee's own tax deduction card. */
export const p9Texts = texts({
  button: { en: 'Download P9', sw: 'Pakua P9' },
  title: { en: 'Download P9 Form', sw: 'Pakua Fomu ya P9' },
  year: { en: 'Select Tax Year', sw: 'Chagua Mwaka wa Ushuru' },
  format: { en: 'Format', sw: 'Aina ya faili' },
  about: {
    en: "The P9 form contains the employee's tax information for the selected year.",
    sw: 'Fomu ya P9 ina taarifa za ushuru za mfanyakazi kwa mwaka uliochaguliwa.',
  },
  writing: { en: 'Writing the P9 forms', sw: 'Fomu za P9 zinaandaliwa' },
  carriesOn: {
    en: 'You can leave this page. You are notified when it finishes, and find the file here again.',
    sw: 'Unaweza kuondoka kwenye ukurasa huu: utapata arifa ikiisha, na utapata faili hapa tena.',
  },
  done: { en: 'P9 successfully exported', sw: 'Fomu ya P9 iko tayari' },
  open: { en: 'Open file', sw: 'Fungua faili' },
  people: {
    en: ({ rows, total }: { rows: number; total: string }) =>
      `${rows} ${rows === 1 ? 'person' : 'people'}, ${total}`,
    sw: ({ rows, total }: { rows: number; total: string }) =>
      `${rows === 1 ? 'mtu 1' : `watu ${rows}`}, ${total}`,
  },
  cancel: { en: 'Cancel', sw: 'Ghairi' },
  download: { en: 'Download', sw: 'Pakua' },
})
