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
            'peer-review' => __('Review', 'publication-registry'),
            'reference-entry' => __('Entry in a reference work', 'publication-registry'),
            'edited-book' => __('Edited book', 'publication-registry'),
            'journal-issue' => __('Journal issue', 'publication-registry'),
            'newspaper-article' => __('Newspaper article', 'publication-registry'),
            'newsletter-article' => __('Newsletter article', 'publication-registry'),
            'blog-post' => __('Blog post', 'publication-registry'),
            'website' => __('Website', 'publication-registry'),
            'online-resource' => __('Online resource', 'publication-registry'),
            'poster' => __('Poster', 'publication-registry'),
            'presentation' => __('Presentation', 'publication-registry'),
            'lecture-speech', 'public-speech' => __('Lecture', 'publication-registry'),
            'conference-output' => __('Conference contribution', 'publication-registry'),
            'conference-proceedings' => __('Conference proceedings', 'publication-registry'),
            'teaching-material', 'learning-object' => __('Teaching material', 'publication-registry'),
            'translation' => __('Translation', 'publication-registry'),
            'patent' => __('Patent', 'publication-registry'),
            'artistic-performance' => __('Artistic performance', 'publication-registry'),
            'musical-composition' => __('Musical composition', 'publication-registry'),
            'moving-image' => __('Film or video', 'publication-registry'),
            'sound' => __('Sound recording', 'publication-registry'),
            'image' => __('Image', 'publication-registry'),
            'other' => __('Other', 'publication-registry'),
            default => ucfirst(str_replace('-', ' ', $type)),
        };
    }
}
