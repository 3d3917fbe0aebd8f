import '@mantine/tiptap/styles.css'
import { Input } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ReactNode, useId } from 'react'
import classes from './rich-text.module.css'

interface Props {
  label: string
  value: string
  /** Empty when nothing is written, whatever tags there are. */
  onChange: (html: string) => void
  error?: ReactNode
  /** By which a form finds the field to put the focus on. */
  path: string
}

/** What the server keeps of a letter (mail/rich.ts), and nothing else. */
const kit = StarterKit.configure({
  heading: { levels: [2, 3] },
  blockquote: false,
  code: false,
  codeBlock: false,
  horizontalRule: false,
  strike: false,
  underline: false,
  link: { openOnClick: false, defaultProtocol: 'https' },
})

const labels = {
  h2ControlLabel: 'Heading',
  h3ControlLabel: 'Small heading',
  linkControlLabel: 'Link',
  unlinkControlLabel: 'Remove link',
}

/** A text with headings, lists and links. Loaded only where somebody writes one. */
export default function RichText({ label, value, onChange, error, path }: Props) {
  const id = useId()
  const editor = useEditor({
    extensions: [kit],
    content: value,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-invalid': String(Boolean(error)),
        'aria-describedby': `${id}-error`,
        'data-path': path,
      },
    },
    onUpdate: ({ editor: now }) => onChange(now.isEmpty ? '' : now.getHTML()),
  })
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <RichTextEditor
        // The same class, which its package describes twice: for import and for require.
        editor={editor as never}
        labels={labels}
        data-error={Boolean(error) || undefined}
        className={classes.editor}
      >
        <RichTextEditor.Toolbar role="toolbar" aria-label="Format">
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  )
}
