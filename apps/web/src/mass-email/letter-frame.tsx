import classes from './letter-frame.module.css'

/** A letter as it arrives, in a frame that may do nothing. */
export const LetterFrame = ({ html, title }: { html: string; title: string }) => (
  <iframe className={classes.frame} title={title} sandbox="" srcDoc={html} />
)
