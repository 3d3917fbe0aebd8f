import { Button, Center, Loader } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Empty, Failed } from '../ui/empty.tsx'
import { IconDownload, IconPrinter, IconReceipt } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Paper } from '../ui/paper.tsx'
import { saveFile } from '../ui/save-file.ts'

interface Props {
  title: string
  /** "receipt": what it is called within a sentence. */
  what: string
  read: Pick<UseQueryResult<{ html: string } | null>, 'data' | 'isPending' | 'isError' | 'refetch'>
  number: string | undefined
  /** The same as a PDF. */
  file: () => Promise<{ data: { name: string; file: string } }>
  /** Before the buttons. */
  children?: ReactNode
}

/** A paper of billing as a page; printed as it is, or saved as a PDF. */
export function PaperPage({ title, what, read, number, file, children }: Props) {
  const { data, isPending, isError, refetch } = read
  return (
    <Page
      title={title}
      tab={number ? `${title} ${number}` : title}
      subtitle={number ?? ' '}
      actions={
        data && (
          <>
            {children}
            <Actions file={file} />
          </>
        )
      }
    >
      {data && <Paper html={data.html} title={`${title} ${number}`} />}
      {isPending && (
        <Center py={120}>
          <Loader aria-label={`Loading ${what}`} />
        </Center>
      )}
      {!isPending && !data && (
        <div className="card">
          {isError ? (
            <Failed title={`The ${what} could not be shown`} onRetry={() => void refetch()} />
          ) : (
            <Empty icon={IconReceipt} title={`${title.split(' ').at(-1)} not found`} />
          )}
        </div>
      )}
    </Page>
  )
}

function Actions({ file }: Pick<Props, 'file'>) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    // lib/api.ts has already said why it failed.
    const sent = await file().catch(() => null)
    setBusy(false)
    if (sent) saveFile(sent.data)
  }
  return (
    <>
      <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void save()}
      >
        Download PDF
      </Button>
    </>
  )
}
