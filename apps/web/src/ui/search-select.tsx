import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { firstMatch } from './first-match.ts'

/** A select one types into: Enter and Tab take the first match, so that nothing typed is lost. */
export function SearchSelect({ onBlur, onOptionSubmit, onKeyDown, ...props }: SelectProps) {
  const [typed, setTyped] = useState('')
  return (
    <Select
      {...props}
      searchable
      // Nobody who only looks, or who empties the field, has chosen the first one.
      selectFirstOptionOnChange={typed !== ''}
      allowDeselect={false}
      onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
      onOptionSubmit={(value) => {
        setTyped('')
        onOptionSubmit?.(value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped('')
        onKeyDown?.(event)
      }}
      onBlur={(event) => {
        const meant = firstMatch(props, typed)
        setTyped('')
        if (meant && meant.value !== props.value) props.onChange?.(meant.value, meant)
        onBlur?.(event)
      }}
    />
  )
}
