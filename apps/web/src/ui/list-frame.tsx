import { CloseButton, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import { IconSearch } from './icons.ts'
import { Page, type PageProps } from './page.tsx'
import { uiTexts } from './texts.ts'

export interface ListHeader extends Omit<PageProps, 'children'> {
  /** What is listed and how many there are: "Users (12)". */
  heading: (count: number) => string
  /** The search box says what it searches. */
  searchLabel: string
  /** Between the title and the list. */
  above?: ReactNode
}

interface Props extends ListHeader {
  /** Undefined until it is known. */
  count: number | undefined
  search: string
  onSearch: (text: string) => void
  children: ReactNode
}

/** The one header of every list: title and actions, then a card with the count and the search. */
export function ListFrame(props: Props) {
  const { heading, searchLabel, above, count, search, onSearch, children, ...page } = props
  return (
    <Page {...page}>
      {above}
      <section className="card" aria-label={page.title}>
        <div className="card-head" data-flush>
          <Title order={2}>{count === undefined ? '\u00a0' : heading(count)}</Title>
          <SearchField label={searchLabel} value={search} onChange={onSearch} />
        </div>
        {children}
      </section>
    </Page>
  )
}

interface SearchProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** Typing filters at once; the address follows a moment later. */
export function SearchField({ label, value, onChange }: SearchProps) {
  const [text, setText] = useState(value)
  const { clearSearch } = useLaterTexts(uiTexts)
  const settle = useDebouncedCallback(onChange, 200)
  useEffect(() => setText(value), [value])
  const write = (next: string) => {
    setText(next)
    settle(next)
  }
  return (
    <TextInput
      type="search"
      w={320}
      maw="100%"
      miw={170}
      flex={{ base: 1, xs: 'none' }}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text && <CloseButton size="sm" aria-label={clearSearch} onClick={() => write('')} />
      }
    />
  )
}
