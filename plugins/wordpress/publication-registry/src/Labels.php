<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

/** Texts of several views, in the language of the page. */
final class Labels
{
    /** @return array{openAccess: string, retracted: string, noYear: string, moreAuthors: string} */
    public static function ofPublications(): array
    {
        return [
            'openAccess' => __('Open access', 'publication-registry'),
            'retracted' => __('Retracted', 'publication-registry'),
            'noYear' => __('Without a year', 'publication-registry'),
            /* translators: %s: number of authors */
            'moreAuthors' => __('(%s authors in all)', 'publication-registry'),
        ];
    }

    public static function type(string $type): string
    {
        return match ($type) {
            '' => __('Other', 'publication-registry'),
            'journal-article' => __('Journal article', 'publication-registry'),
            'book' => __('Book', 'publication-registry'),
            'book-chapter' => __('Book chapter', 'publication-registry'),
            'proceedings-article' => __('Conference paper', 'publication-registry'),
            'posted-content' => __('Preprint', 'publication-registry'),
            'dataset' => __('Dataset', 'publication-registry'),
            'software' => __('Software', 'publication-registry'),
            'report' => __('Report', 'publication-registry'),
            'dissertation' => __('Thesis', 'publication-registry'),
            'review' => __('Review', 'publication-registry'),
            default => ucfirst(str_replace('-', ' ', $type)),
        };
    }
}
