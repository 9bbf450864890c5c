<?php

declare(strict_types=1);

namespace PublicationRegistry;

/** Copies of lists in a storage of your choice. */
interface Copy
{
    /** The stored checkpoint of a list; null before the first page. */
    public function checkpoint(string $list): ?Checkpoint;

    /**
     * Empties the list if the page says `reset`, applies the changes in order, and stores the page's cursor and ETag.
     * Do all of it in one transaction, so that an interrupted sync can continue.
     */
    public function apply(string $list, ChangePage $page): void;
}
