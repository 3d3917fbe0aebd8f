/** What is said of one part of an installation. */
export interface Finding {
  about: string
  state: 'well' | 'look' | 'fault'
  text: string
}

export const well = (about: string, text: string): Finding => ({ about, state: 'well', text })
export const look = (about: string, text: string): Finding => ({ about, state: 'look', text })
export const fault = (about: string, text: string): Finding => ({ about, state: 'fault', text })
